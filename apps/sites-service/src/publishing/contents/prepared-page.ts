import { limits } from '@haru/contracts';
import { readOutline, titleOf, withTitle } from '@haru/page-html';
import { hash } from 'node:crypto';
import { needsOwnOrigin } from './origin-need.js';
import { storagePathBy } from '../../storage/html-storage/artifact.js';
import type { TreeContent } from '../../trees/tree-contents.js';

export interface PreparedPage {
  /** It is null for a tree, which is stored already. */
  html: Uint8Array | null;
  contentHash: Buffer;
  bytes: number;
  title: string;
  storagePath: string;
  needsOwnOrigin: boolean;
}

interface GivenPage {
  htmlContent: string;
  /** This is the same page as UTF-8, where the caller has it. */
  htmlUtf8?: Uint8Array | undefined;
  title?: string | undefined;
}

export function preparePage(siteId: string, given: GivenPage): PreparedPage {
  const { htmlContent } = given;
  const html = given.htmlUtf8 ?? Buffer.from(htmlContent);
  const outline = readOutline(htmlContent);
  const title = given.title ?? titleOf(outline, limits.titleMaxLength);
  const contentHash = hash('sha256', html, 'buffer');
  const shown = withTitle(htmlContent, title, outline);
  const shownHash = shown === htmlContent ? contentHash.toString('hex') : hash('sha256', shown);
  return {
    ...{ html, contentHash, bytes: html.length, title },
    storagePath: storagePathBy(siteId, shownHash),
    needsOwnOrigin: needsOwnOrigin(htmlContent),
  };
}

export function prepareTree(siteId: string, { hash: contentHash, bytes, title }: TreeContent): PreparedPage {
  const storagePath = storagePathBy(siteId, contentHash.toString('hex'), 'tree');
  return { html: null, contentHash, bytes, title, storagePath, needsOwnOrigin: true };
}
