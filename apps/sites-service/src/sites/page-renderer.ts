import { htmlFault, limits } from '@haru/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';

/** This is what the database has of a page for viewers. */
export interface PageText {
  /** It is null for a tree. */
  html: string | null;
  /** The text is Markdown. */
  isUnrendered?: boolean | null;
}

/** A hostile text takes 0.3 s, and a grammar may take seconds for some code. */
const MAX_MS = 10_000;
const HIGHLIGHT = import.meta.resolve('@haru/page-render/highlight');
const MAX_HEAP_MB = 256;
/** Accounts are charged for their Markdown, so what is rendered from it may be only so many times larger. */
const MAX_GROWTH = 16;
/** Visitors of a page that is not rendered yet share what is rendered for the first of them. */
const MAX_KEPT_CHARACTERS = 4_194_304;

/** Renders in a thread what is shown of Markdown. `isPlainMarkdown` limits what that takes. */
@Injectable()
export class PageRenderer {
  private readonly logger = new Logger(PageRenderer.name);
  private readonly thread = new Piscina<string, string>({
    filename: import.meta.resolve('@haru/page-render'),
    name: 'renderMarkdown',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  private hasEnded = false;
  private readonly kept = new LRUCache<string, string>({
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: (html, markdown) => html.length + markdown.length,
    fetchMethod: (markdown) => this.render(markdown),
  });

  constructor() {
    // A thread without a task may fail; without a listener the process would end.
    this.thread.on('error', (error: unknown) => this.logger.error({ err: error }, 'a thread that renders failed'));
  }

  /** Returns the HTML of a page that may be Markdown which is not rendered yet; null for a tree. */
  async htmlOf({ html, isUnrendered }: PageText): Promise<string | null> {
    return html !== null && isUnrendered ? this.kept.forceFetch(html) : html;
  }

  /** Colours the code of a rendered page. Returns the page as it is if that fails. */
  async highlight(html: string): Promise<string> {
    if (!html.includes('<code class="language-')) return html;
    const coloured = await this.tried(html, { filename: HIGHLIGHT, name: 'highlightPage' });
    return coloured === undefined || htmlFault(coloured) ? html : coloured;
  }

  private async render(markdown: string): Promise<string> {
    const html = await this.tried(markdown);
    const maxBytes = Math.min(limits.htmlMaxBytes, MAX_GROWTH * (1_024 + Buffer.byteLength(markdown)));
    if (html !== undefined && Buffer.byteLength(html) <= maxBytes) return html;
    // As code the text is shown as it was written.
    return this.thread.run(markdown.replaceAll(/^/gm, '    '));
  }

  private async tried(text: string, task: { filename?: string; name?: string } = {}): Promise<string | undefined> {
    try {
      return await this.thread.run(text, { ...task, signal: AbortSignal.timeout(MAX_MS) });
    } catch (error) {
      if (this.hasEnded) throw error;
      this.logger.warn({ err: error }, 'a page could not be rendered');
      return undefined;
    }
  }

  /** Nest calls it when the process ends. */
  async onApplicationShutdown(): Promise<void> {
    this.hasEnded = true;
    await this.thread.destroy();
  }
}
