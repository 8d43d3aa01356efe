import { type ReplyOf, ServiceError, type siteMessages } from '@haru/contracts';
import type { DataSource } from 'typeorm';
import { canBePath } from './paths/site-path.js';
import { unavailableCodes, unavailableReason, findSiteWithPage } from './site-visibility.js';

type ServedSite = ReplyOf<typeof siteMessages.serveSite>['site'];

/** Returns the page behind a path as it was pasted. */
export async function serveSite(dataSource: DataSource, path: string): Promise<ServedSite> {
  const site = canBePath(path) ? await findSiteWithPage(dataSource, path) : undefined;
  const reason = unavailableReason(site, new Date());
  if (!site || reason) throw new ServiceError(unavailableCodes[reason ?? 'not-found']);
  const { title, htmlContent, underReview } = site;
  return { title, htmlContent, ...(underReview ? { underReview } : {}) };
}
