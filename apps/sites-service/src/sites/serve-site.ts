import { type ReplyOf, ServiceError, type siteMessages } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canBePath } from '../paths/site-path.js';
import { absenceCodes, absenceOf, findSiteWithPage } from './site-visibility.js';

type ServedSite = ReplyOf<typeof siteMessages.serveSite>['site'];

@Injectable()
export class ServeSite {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The page behind a path, as it was pasted.
   * @throws ServiceError SITE_NOT_FOUND, SITE_STOPPED, SITE_EXPIRED
   */
  async serveSite(path: string): Promise<ServedSite> {
    const site = canBePath(path) ? await findSiteWithPage(this.dataSource, path) : undefined;
    const absence = absenceOf(site, new Date());
    if (!site || absence) throw new ServiceError(absenceCodes[absence ?? 'not-found']);
    const { title, htmlContent, underReview } = site;
    return { title, htmlContent, ...(underReview ? { underReview } : {}) };
  }
}
