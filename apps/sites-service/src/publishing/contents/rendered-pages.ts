import { type PageFormat, type RequestContext, ServiceError } from '@haru/contracts';
import { PageChecker } from '@haru/page-check';
import { readOutline } from '@haru/page-html';
import { renderMarkdown } from '@haru/page-render';
import { Injectable } from '@nestjs/common';
import { BannedContentIndex } from '../../sites/checks/banned-content-index.js';
import type { VersionCheck } from '../../tables/pages/version-check.js';
import { type TreeContent, TreeContents } from '../../trees/tree-contents.js';
import { type GivenPage, markdownHash, type PreparedPage, preparePage, prepareTree, utf8Of } from './prepared-page.js';

interface RenderedPage {
  page: PreparedPage;
  check: VersionCheck;
  /** A component is shown by these files. */
  tree?: TreeContent;
}

/** The title of a page that is rendered later is looked for in so many characters. */
const BEGINNING = 1_024;

/** Renders the sources of pages before they are published. */
@Injectable()
export class RenderedPages {
  constructor(
    private readonly checker: PageChecker,
    private readonly banned: BannedContentIndex,
    private readonly trees: TreeContents,
  ) {}

  /** @throws ServiceError PAGE_REFUSED, HTML_TOO_LARGE, SERVICE_BUSY, or what is wrong with a component */
  prepare(
    siteId: string,
    given: GivenPage,
    format: Exclude<PageFormat, 'html'>,
    context: RequestContext,
  ): Promise<RenderedPage> {
    return format === 'component' ? this.ofComponent(siteId, given, context) : this.ofMarkdown(siteId, given, context);
  }

  /** Checks what viewers would get of a page that is not published. @throws ServiceError as `prepare` does */
  async check(source: string, format: Exclude<PageFormat, 'html'>, context: RequestContext): Promise<VersionCheck> {
    if (format === 'markdown') await this.requireAllowed(markdownHash(Buffer.from(source)));
    return (await this.checker.render(source, { format, isCounted: false }, context)).check;
  }

  private async requireAllowed(hash: Buffer): Promise<void> {
    if (await this.banned.hasHash(hash.toString('hex'))) throw new ServiceError('PAGE_REFUSED');
  }

  private async ofMarkdown(siteId: string, given: GivenPage, context: RequestContext): Promise<RenderedPage> {
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

  private async ofComponent(siteId: string, given: GivenPage, context: RequestContext): Promise<RenderedPage> {
    const { htmlContent, title } = given;
    const rendered = await this.checker.render(htmlContent, { format: 'component', title }, context);
    const source = Buffer.from(htmlContent);
    const tree = await this.trees.ofComponent(source, rendered, context);
    return { page: prepareTree(siteId, tree, { source }), check: tree.check, tree };
  }
}
