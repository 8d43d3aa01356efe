import { type ReplyOf, ServiceError, type siteMessages } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PageRenderer } from '../sites/page-renderer.js';
import { canBePath } from '../sites/paths/site-path.js';
import { findSiteWithPage, unavailableCodes, unavailableReason } from '../sites/site-visibility.js';
import { HtmlStorage } from '../storage/html-storage/html-storage.js';
import { readStartPage } from '../trees/read-start-page.js';

type ServedSite = ReplyOf<typeof siteMessages.serveSite>['site'];

@Injectable()
export class ServeSite {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
    private readonly renderer: PageRenderer,
  ) {}

  /** Returns the page behind a path as viewers get it, or the start page of a tree. */
  async serveSite(path: string): Promise<ServedSite> {
    const site = canBePath(path) ? await findSiteWithPage(this.dataSource, path) : undefined;
    const reason = unavailableReason(site, { isAdmitted: false }, new Date());
    if (!site || reason) throw new ServiceError(unavailableCodes[reason ?? 'not-found']);
    const { title, tree, underReview } = site;
    const notice = underReview ? { underReview } : {};
    if (tree === null) return { title, htmlContent: (await this.renderer.htmlOf(site)) ?? '', ...notice };
    return { title, htmlContent: await readStartPage(this.storage, tree), kind: 'files', ...notice };
  }
}
