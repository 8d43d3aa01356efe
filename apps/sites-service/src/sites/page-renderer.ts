import { htmlFault, limits } from '@haru/contracts';
import { Injectable, Logger } from '@nestjs/common';
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
const HIGHLIGHT = { filename: import.meta.resolve('@haru/page-render/highlight'), name: 'highlightPage' };
/** Accounts are charged for their Markdown, so what is rendered from it may be only so many times larger. */
const MAX_GROWTH = 16;

/** Renders Markdown in a thread. `isPlainMarkdown` bounds the time that this takes. */
@Injectable()
export class PageRenderer {
  private readonly logger = new Logger(PageRenderer.name);
  private readonly thread = new Piscina<string, string>({
    filename: import.meta.resolve('@haru/page-render'),
    name: 'renderMarkdown',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });

  constructor() {
    // A thread without a task may fail; without a listener the process would end.
    this.thread.on('error', (error: unknown) => this.logger.error({ err: error }, 'a thread that renders failed'));
  }

  /** Returns the HTML of a page that may be Markdown which is not rendered yet; null for a tree. */
  async htmlOf({ html, isUnrendered }: PageText): Promise<string | null> {
    return html !== null && isUnrendered ? this.render(html) : html;
  }

  /** Does the same with colours in the code, unless that fails. */
  async finalHtmlOf(page: PageText): Promise<string> {
    const html = (await this.htmlOf(page)) ?? '';
    if (!html.includes('<code class="language-')) return html;
    const coloured = await this.tried(html, HIGHLIGHT);
    return coloured === undefined || htmlFault(coloured) ? html : coloured;
  }

  private async render(markdown: string): Promise<string> {
    const html = await this.tried(markdown);
    const maxBytes = Math.min(limits.htmlMaxBytes, MAX_GROWTH * (1_024 + Buffer.byteLength(markdown)));
    if (html !== undefined && Buffer.byteLength(html) <= maxBytes) return html;
    // As code the text is shown as it was written.
    return this.thread.run(markdown.replaceAll(/^/gm, '    '));
  }

  private tried(text: string, task?: typeof HIGHLIGHT): Promise<string | undefined> {
    return this.thread.run(text, { ...task, signal: AbortSignal.timeout(MAX_MS) }).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a page could not be rendered');
      return undefined;
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.destroy();
  }
}
