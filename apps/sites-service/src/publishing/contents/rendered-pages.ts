import { type PageFormat, type RequestContext, ServiceError } from '@haru/contracts';
import { PageChecker } from '@haru/page-check';
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
    const { html, check } = await this.checker.render(given.htmlContent, { format: 'markdown' }, context);
    return { page: await preparePage(siteId, given, { html, contentHash }), check };
  }

  private async ofComponent(siteId: string, given: GivenPage, context: RequestContext): Promise<RenderedPage> {
    const { htmlContent, title } = given;
    const rendered = await this.checker.render(htmlContent, { format: 'component', title }, context);
    const source = Buffer.from(htmlContent);
    const tree = await this.trees.ofComponent(source, rendered, context);
    return { page: prepareTree(siteId, tree, { source }), check: tree.check, tree };
  }
}
