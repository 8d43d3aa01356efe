import type { RequestContext } from '@haru/contracts';
import { contextOfJob, Every, type ScheduledJob } from '@haru/events';
import { findingOf } from '@haru/page-check';
import { DataSource } from 'typeorm';
import { MAX_FAILED_CHECKS, type VersionCheck } from '../../tables/pages/version-check.js';
import { openCase } from './steps/open-case.js';
import { unlessDeleted } from './steps/stopped-case.js';

const BATCH = 100;

const WITHOUT_CASE = `
  SELECT sites.id AS "siteId", check_result AS "check" FROM sites
  LEFT JOIN page_versions ON site_id = sites.id AND number = sites.version
  WHERE under_review AND is_active AND expires_at > now() AND (check_result ? 'unfinished') IS NOT TRUE
    AND NOT EXISTS (SELECT FROM cases WHERE cases.site_id = sites.id AND closed_at IS NULL)
  LIMIT ${BATCH}`;

/** This bounds cases about pages that could not be checked, because anybody can make many of them. */
const MAX_UNFINISHED_AN_HOUR = 20;
const OF_UNFINISHED = `findings @> '[{"rule": "check.unfinished"}]'`;

/** Selects the first such page of each account without such a case; the others wait. */
const UNFINISHED_WITHOUT_CASE = `
  SELECT * FROM (
    SELECT DISTINCT ON (user_id) sites.id AS "siteId", check_result AS "check", page_versions.created_at
    FROM sites JOIN page_versions ON site_id = sites.id AND number = sites.version
    WHERE under_review AND is_active AND expires_at > now()
      AND (check_result->>'unfinished')::integer >= ${MAX_FAILED_CHECKS}
      AND NOT EXISTS (SELECT FROM cases WHERE cases.site_id = sites.id AND closed_at IS NULL)
      AND NOT EXISTS (SELECT FROM cases WHERE owner_id = user_id AND closed_at IS NULL AND ${OF_UNFINISHED})
    ORDER BY user_id, page_versions.created_at, sites.id
  ) AS waiting ORDER BY created_at
  LIMIT (SELECT greatest(0, ${MAX_UNFINISHED_AN_HOUR} - count(*)) FROM cases
    WHERE created_at > now() - interval '1 hour' AND ${OF_UNFINISHED})`;

/**
 * Opens a case about each page that is shown behind the notice, no matter whether publishing, an update, restoring or a
 * recheck put it there. May run concurrently.
 */
@Every({ seconds: 15, sliceSeconds: 60 })
export class OpenCasesForReviews implements ScheduledJob {
  constructor(private readonly dataSource: DataSource) {}

  async run(stop?: AbortSignal): Promise<{ opened: number }> {
    const context = contextOfJob();
    let opened = await this.openEach(UNFINISHED_WITHOUT_CASE, context, stop).then(({ made }) => made);
    for (;;) {
      const { found, made } = await this.openEach(WITHOUT_CASE, context, stop);
      opened += made;
      if (found < BATCH || stop?.aborted) return { opened };
    }
  }

  private async openEach(
    find: string,
    context: RequestContext,
    stop?: AbortSignal,
  ): Promise<{ found: number; made: number }> {
    const pages = await this.dataSource.query<{ siteId: string; check: VersionCheck | null }[]>(find);
    let made = 0;
    for (const { siteId, check } of pages) {
      if (stop?.aborted) break;
      const found = { siteId, kind: 'phishing' as const, reasons: (check?.signals ?? []).map(findingOf) };
      const opening = this.dataSource.transaction((manager) => openCase(manager, found, context));
      made += Number(await unlessDeleted(opening));
    }
    return { found: pages.length, made };
  }
}
