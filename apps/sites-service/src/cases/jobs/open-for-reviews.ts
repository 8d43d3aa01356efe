import { type PageFinding, type RequestContext, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { VersionCheck } from '../../tables/pages/version-check.js';
import { openCase } from '../steps/open-case.js';

const BATCH = 100;

const WITHOUT_CASE = `
  SELECT sites.id AS "siteId", check_result AS "check" FROM sites
  LEFT JOIN page_versions ON site_id = sites.id AND number = sites.version
  WHERE under_review AND is_active AND expires_at > now()
    AND NOT EXISTS (SELECT FROM cases WHERE cases.site_id = sites.id AND closed_at IS NULL)
  LIMIT ${BATCH}`;

/**
 * Opens a case about each page that is shown behind the visitor's notice, whether publishing, an update, restoring or a
 * later look put it there. May run concurrently.
 */
@Injectable()
export class OpenCasesForReviews {
  constructor(private readonly dataSource: DataSource) {}

  /** @param stop ends it after the current page; the next run continues. @returns how many it opened */
  async openCases(context: RequestContext, stop?: AbortSignal): Promise<number> {
    for (let opened = 0; ;) {
      const pages = await this.dataSource.query<{ siteId: string; check: VersionCheck | null }[]>(WITHOUT_CASE);
      for (const { siteId, check } of pages) {
        if (stop?.aborted) return opened;
        const reasons = (check?.signals ?? []).map(({ rule, line, column, excerpt }) => ({
          rule,
          line,
          column,
          excerpt,
        }));
        if (await this.open(siteId, reasons, context)) opened++;
      }
      if (pages.length < BATCH) return opened;
    }
  }

  /** @returns false for a page that was deleted meanwhile */
  private async open(siteId: string, reasons: readonly PageFinding[], context: RequestContext): Promise<boolean> {
    try {
      await this.dataSource.transaction((manager) => openCase(manager, { siteId, kind: 'phishing', reasons }, context));
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'SITE_NOT_FOUND') return false;
      throw error;
    }
  }
}
