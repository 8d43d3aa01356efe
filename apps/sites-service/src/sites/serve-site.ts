import { type ReplyOf, ServiceError, type siteMessages } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canBePath } from './paths/site-path.js';
import { unavailableCodes, unavailableReason, findSiteWithPage } from './site-visibility.js';

type ServedSite = ReplyOf<typeof siteMessages.serveSite>['site'];

@Injectable()
export class ServeSite {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the page behind a path as it was pasted.
   * @throws ServiceError SITE_NOT_FOUND, SITE_STOPPED, SITE_EXPIRED
   */
  async serveSite(path: string): Promise<ServedSite> {
    const site = canBePath(path) ? await findSiteWithPage(this.dataSource, path) : undefined;
    const reason = unavailableReason(site, new Date());
    if (!site || reason) throw new ServiceError(unavailableCodes[reason ?? 'not-found']);
    const { title, htmlContent, underReview } = site;
    return { title, htmlContent, ...(underReview ? { underReview } : {}) };
  }
}
