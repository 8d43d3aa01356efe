import { limits, type ReplyOf, ServiceError, START_PAGE, type siteMessages } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PageRenderer } from '../sites/page-renderer.js';
import { canBePath } from '../sites/paths/site-path.js';
import { findSiteWithPage, unavailableCodes, unavailableReason } from '../sites/site-visibility.js';
import { STORAGE_TIMEOUT_MS, withTimeout } from '../sites/storage-timeout.js';
import { HtmlStorage } from '../storage/html-storage/html-storage.js';
import { readTreeText } from '../storage/html-storage/tree.js';

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
    return { title, htmlContent: await this.startPageOf(tree), kind: 'files', ...notice };
  }

  /** @returns an empty text for a tree without a start page that an old client can show */
  private async startPageOf(tree: string): Promise<string> {
    const file = readTreeText(tree).find(({ path }) => path === START_PAGE);
    if (!file || file.bytes > limits.htmlMaxBytes) return '';
    const bytes = await withTimeout(STORAGE_TIMEOUT_MS, (signal) => this.storage.readFile(file.hash, signal));
    return bytes?.toString() ?? '';
  }
}
