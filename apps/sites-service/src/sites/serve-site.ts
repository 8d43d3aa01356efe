import { limits, type ReplyOf, ServiceError, START_PAGE, type siteMessages } from '@haru/contracts';
import type { DataSource } from 'typeorm';
import type { HtmlStorage } from '../storage/html-storage/html-storage.js';
import { readTreeText } from '../storage/html-storage/tree.js';
import type { PageRenderer } from './page-renderer.js';
import { canBePath } from './paths/site-path.js';
import { findSiteWithPage, unavailableCodes, unavailableReason } from './site-visibility.js';
import { STORAGE_TIMEOUT_MS, withTimeout } from './storage-timeout.js';

type ServedSite = ReplyOf<typeof siteMessages.serveSite>['site'];

/** Returns the page behind a path as viewers get it, or the start page of a tree. */
export async function serveSite(
  dataSource: DataSource,
  storage: HtmlStorage,
  renderer: PageRenderer,
  path: string,
): Promise<ServedSite> {
  const site = canBePath(path) ? await findSiteWithPage(dataSource, path) : undefined;
  const reason = unavailableReason(site, { isAdmitted: false }, new Date());
  if (!site || reason) throw new ServiceError(unavailableCodes[reason ?? 'not-found']);
  const { title, tree, underReview } = site;
  const notice = underReview ? { underReview } : {};
  if (tree === null) return { title, htmlContent: (await renderer.htmlOf(site)) ?? '', ...notice };
  return { title, htmlContent: await startPageOf(storage, tree), kind: 'files', ...notice };
}

/** @returns an empty text for a tree without a start page that an old client can show */
async function startPageOf(storage: HtmlStorage, tree: string): Promise<string> {
  const file = readTreeText(tree).find(({ path }) => path === START_PAGE);
  if (!file || file.bytes > limits.htmlMaxBytes) return '';
  const bytes = await withTimeout(STORAGE_TIMEOUT_MS, (signal) => storage.readFile(file.hash, signal));
  return bytes?.toString() ?? '';
}
