import {
  htmlFault,
  type PageCheckResult,
  type PageFormat,
  type RequestContext,
  ServiceError,
  type TreeFile,
} from '@haru/contracts';
import { findingOf, PageChecker, showsNotice } from '@haru/page-check';
import { readOutline } from '@haru/page-html';
import { renderMarkdown } from '@haru/page-render';
import { Injectable } from '@nestjs/common';
import { BannedContentIndex } from '../../sites/checks/banned-content-index.js';
import type { VersionCheck } from '../../tables/pages/version-check.js';
import { type TreeContent, TreeContents } from '../../trees/tree-contents.js';
import { type GivenPage, markdownHash, type PreparedPage, preparePage, prepareTree, utf8Of } from './prepared-page.js';

interface Given extends GivenPage {
  format: PageFormat;
  /** These are the files of an upload. */
  files?: readonly TreeFile[] | undefined;
  /** It is the canonical form of a tree that an earlier version has. */
  tree?: string | undefined;
}

export interface GivenContent {
  page: PreparedPage;
  tree?: TreeContent;
  /** HTML is not checked yet: a page that has this content already is not checked again. */
  check?: VersionCheck;
}

/** The title of a page that is rendered later is looked for in so many characters. */
const BEGINNING = 1_024;

/** Makes the content of a page, or only checks it, from what a call gives: files, a source to render, or HTML. */
@Injectable()
export class GivenContents {
  constructor(
    private readonly checker: PageChecker,
    private readonly banned: BannedContentIndex,
    private readonly trees: TreeContents,
  ) {}

  /** @throws ServiceError what is wrong with the files or the source, PAGE_REFUSED, HTML_TOO_LARGE, SERVICE_BUSY */
  async prepare(siteId: string, given: Given, context: RequestContext): Promise<GivenContent> {
    const { htmlContent, title, format, files, tree } = given;
    if (files !== undefined) return contentOf(siteId, await this.trees.ofFiles(files, context), { title });
    if (tree !== undefined) {
      // A restored component keeps the files of its version.
      const source = format === 'component' ? Buffer.from(htmlContent) : null;
      return contentOf(siteId, await this.trees.ofTree(tree, context), { title, source });
    }
    if (format === 'html') return { page: await preparePage(siteId, given) };
    return format === 'component' ? this.ofComponent(siteId, given, context) : this.ofMarkdown(siteId, given, context);
  }

  /** Tells what publishing the page would find. @throws ServiceError for a page that cannot be stored */
  async checkPage(source: string, format: PageFormat | undefined, context: RequestContext): Promise<PageCheckResult> {
    const fault = htmlFault(source, Buffer.byteLength(source));
    if (fault) throw new ServiceError(fault);
    try {
      const check = await this.check(source, format, context);
      const { signals, secrets = [] } = check;
      if (!showsNotice(check)) return { result: 'passed', findings: [], secrets };
      return { result: 'notice', findings: signals.map(findingOf), secrets };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'PAGE_REFUSED') throw error;
      return { result: 'refused', findings: [...error.findings], secrets: [] };
    }
  }

  private async check(source: string, format: PageFormat | undefined, context: RequestContext): Promise<VersionCheck> {
    if (format === undefined || format === 'html') return this.checker.check(source, context, { isCounted: false });
    if (format === 'markdown') await this.requireAllowed(markdownHash(Buffer.from(source)));
    return (await this.checker.render(source, { format, isCounted: false }, context)).check;
  }

  private async requireAllowed(hash: Buffer): Promise<void> {
    if (await this.banned.hasHash(hash.toString('hex'))) throw new ServiceError('PAGE_REFUSED');
  }

  private async ofMarkdown(siteId: string, given: GivenPage, context: RequestContext): Promise<GivenContent> {
    const contentHash = markdownHash(utf8Of(given));
    await this.requireAllowed(contentHash);
    const { check, ...shown } =
      (await this.checkBeginning(given.htmlContent)) ??
      (await this.checker.render(given.htmlContent, { format: 'markdown' }, context));
    return { page: await preparePage(siteId, given, { ...shown, contentHash }), check };
  }

  /** Renders the first whole lines of a plain text. @returns undefined if the page's title is not in them */
  private async checkBeginning(source: string) {
    const html = renderMarkdown(source.slice(0, `${source}\n`.lastIndexOf('\n', BEGINNING) + 1));
    const check = readOutline(html).title === undefined ? undefined : await this.checker.checkPlainMarkdown(source);
    return check && { html, isBeginning: true, check };
  }

  private async ofComponent(siteId: string, given: GivenPage, context: RequestContext): Promise<GivenContent> {
    const { htmlContent, title } = given;
    const rendered = await this.checker.render(htmlContent, { format: 'component', title }, context);
    const source = Buffer.from(htmlContent);
    return contentOf(siteId, await this.trees.ofComponent(source, rendered, context), { source });
  }
}

function contentOf(siteId: string, tree: TreeContent, given: Parameters<typeof prepareTree>[2]): GivenContent {
  return { page: prepareTree(siteId, tree, given), tree, check: tree.check };
}
