import { htmlFault, limits, type PageFormat, ServiceError } from '@haru/contracts';
import { findInScripts, readOutlineInSlices, titleOf, withTitle } from '@haru/page-html';
import { createHash, hash } from 'node:crypto';
import { storagePathBy } from '../../storage/html-storage/artifact.js';
import type { TreeContent } from '../../trees/tree-contents.js';

export interface PreparedPage {
  /** This is the source of the page; null for files that were sent. */
  html: Uint8Array | null;
  /** It is null for HTML and for files that were sent. */
  format: Exclude<PageFormat, 'html'> | null;
  /** Viewers get this if it is not the source. It is null for Markdown that is rendered later. */
  rendered: Uint8Array | null;
  contentHash: Buffer;
  bytes: number;
  title: string;
  storagePath: string;
  needsOwnOrigin: boolean;
}

export interface GivenPage {
  htmlContent: string;
  /** This is the same page as UTF-8, where the caller has it. */
  htmlUtf8?: Uint8Array | undefined;
  title?: string | undefined;
}

export const utf8Of = ({ htmlContent, htmlUtf8 }: GivenPage): Uint8Array => htmlUtf8 ?? Buffer.from(htmlContent);

/** @throws ServiceError HTML_BLANK, HTML_TOO_LARGE, HTML_NOT_TEXT */
export function requireText({ htmlContent, htmlUtf8 }: GivenPage): void {
  const fault = htmlFault(htmlContent, htmlUtf8?.length ?? Buffer.byteLength(htmlContent));
  if (fault) throw new ServiceError(fault);
}

/** @param markdown is given if the page is Markdown: its `html` is rendered; with `isBeginning` the rest is rendered later */
export async function preparePage(
  siteId: string,
  given: GivenPage,
  markdown?: { html: string; isBeginning?: boolean; contentHash: Buffer },
): Promise<PreparedPage> {
  const text = markdown?.html ?? given.htmlContent;
  const html = utf8Of(given);
  const rendered = markdown && !markdown.isBeginning ? Buffer.from(text) : null;
  const contentHash = markdown?.contentHash ?? hash('sha256', html, 'buffer');
  const outline = await readOutlineInSlices(text);
  const title = given.title ?? titleOf(outline, limits.titleMaxLength);
  const isShownAsItIs = markdown !== undefined || outline.hasTitleElement;
  const shownHash = isShownAsItIs ? contentHash.toString('hex') : hash('sha256', withTitle(text, title, outline));
  return {
    ...{ html, format: markdown ? 'markdown' : null, rendered, contentHash },
    // A few lines with links to one long address can be rendered to a hundred times their size.
    bytes: Math.max(html.length, rendered?.length ?? 0),
    ...{ title, needsOwnOrigin: needsOwnOrigin(text) },
    storagePath: storagePathBy(siteId, shownHash, markdown && 'markdown'),
  };
}

/** The same text as HTML is another content. A text never has NUL. */
export function markdownHash(source: Uint8Array): Buffer {
  return createHash('sha256').update('markdown\0').update(source).digest();
}

interface GivenTree {
  /** If it is left out, the page has the title of its start page. */
  title?: string | undefined;
  /** It is the source of a component whose files are the tree; null for files that were sent. */
  source?: Uint8Array | null;
}

export function prepareTree(siteId: string, tree: TreeContent, given: GivenTree): PreparedPage {
  const { hash: contentHash, bytes } = tree;
  const { title = tree.title, source = null } = given;
  return {
    ...{ html: source, format: source && 'component', rendered: null, contentHash, bytes, title },
    storagePath: storagePathBy(siteId, contentHash.toString('hex'), 'tree'),
    needsOwnOrigin: true,
  };
}

/** In the sandbox of the shared host these fail, or forget what they keep when the page is closed. */
const names = /\b(?:localStorage|sessionStorage|indexedDB|caches|serviceWorker|Worker|SharedWorker|pushState)\b/;

/** Whether the page's own scripts name what works only on an origin of the page's own. */
export function needsOwnOrigin(html: string): boolean {
  const { inPage, frames } = findInScripts(html, { names, countsLoaders: false });
  return inPage || frames.length > 0;
}
