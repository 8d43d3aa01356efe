import { fileError, limits, type RequestContext, ServiceError, type TreeFile } from '@haru/contracts';
import { PageChecker } from '@haru/page-check';
import { withTitle } from '@haru/page-html';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { decodeMarkdown } from './decode-document.js';
import { FileChecks } from './file-checks.js';
import { FileStore, hashesOf } from './file-store.js';
import { type RenderedFile, withRenderedPages } from './rendered-files.js';

/** Nothing removes a file within a day of its last use. */
const TOUCH = `UPDATE files SET touched_at = now() WHERE hash = ANY ($1::bytea[]) AND state = 'stored'`;

const KEEP_PAGE = 'UPDATE files SET rendered_hash = $2 WHERE hash = $1';

/** Renders the Markdown files of trees. Each is rendered once, and the page is a file of its own. */
@Injectable()
export class MarkdownFiles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: FileStore,
    private readonly checks: FileChecks,
    private readonly checker: PageChecker,
  ) {}

  /** Renders a file that was sent. Its faults are reported when it is published. */
  async renderSent(hash: Buffer, bytes: Buffer, context: RequestContext): Promise<void> {
    try {
      await this.render(hash, bytes, context);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }

  /** @returns the files, and the pages of those that are Markdown. @throws ServiceError PAGE_REFUSED, SERVICE_BUSY */
  async withPages(files: readonly TreeFile[], context: RequestContext): Promise<TreeFile[]> {
    const all = await withRenderedPages(this.dataSource, files, (source) => this.tryToRender(source, context));
    await this.dataSource.query(TOUCH, [hashesOf(all.slice(files.length))]);
    return all;
  }

  /** @returns undefined if the page would be too large */
  private async tryToRender({ hash, path }: TreeFile, context: RequestContext): Promise<RenderedFile | undefined> {
    const source = Buffer.from(hash, 'hex');
    try {
      return await this.render(source, await this.store.read(source), context);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'HTML_TOO_LARGE') return undefined;
      throw error.code === 'PAGE_REFUSED' ? fileError(error.code, path, { findings: [...error.findings] }) : error;
    }
  }

  private async render(source: Buffer, bytes: Buffer, context: RequestContext): Promise<RenderedFile> {
    // Its page would be too large, and rendering it may end the thread.
    if (bytes.length > limits.htmlMaxBytes) throw new ServiceError('HTML_TOO_LARGE');
    const { html, check } = await this.checker.render(decodeMarkdown(bytes), { format: 'markdown' }, context);
    const kept = this.checks.ofRendered(html, check);
    const page = await this.store.putMade('page.html', Buffer.from(withTitle(html, kept.title)), { check: kept });
    await this.dataSource.query(KEEP_PAGE, [source, Buffer.from(page.hash, 'hex')]);
    return page;
  }
}
