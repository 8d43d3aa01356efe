import type { PageFormat, RequestContext, TreeFile } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { VersionCheck } from '../../tables/pages/version-check.js';
import { type TreeContent, TreeContents } from '../../trees/tree-contents.js';
import { type GivenPage, type PreparedPage, preparePage, prepareTree } from './prepared-page.js';
import { RenderedPages } from './rendered-pages.js';

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

/** Makes the content of a page from what a call gives: files, a source to render, or HTML. */
@Injectable()
export class GivenContents {
  constructor(
    private readonly trees: TreeContents,
    private readonly rendering: RenderedPages,
  ) {}

  /** @throws ServiceError what is wrong with the files or the source, or SERVICE_BUSY */
  async prepare(siteId: string, given: Given, context: RequestContext): Promise<GivenContent> {
    const tree = await this.treeOf(given, context);
    if (tree) {
      const page = prepareTree(siteId, tree, { title: given.title, source: componentIn(given) });
      return { page, tree, check: tree.check };
    }
    const { format } = given;
    if (format === 'html') return { page: await preparePage(siteId, given) };
    return this.rendering.prepare(siteId, given, format, context);
  }

  private async treeOf({ files, tree }: Given, context: RequestContext): Promise<TreeContent | undefined> {
    if (files !== undefined) return this.trees.ofFiles(files, context);
    return tree === undefined ? undefined : this.trees.ofTree(tree, context);
  }
}

/** A restored component keeps the files of its version. */
function componentIn({ format, htmlContent, tree }: Given): Buffer | null {
  return format === 'component' && tree !== undefined ? Buffer.from(htmlContent) : null;
}
