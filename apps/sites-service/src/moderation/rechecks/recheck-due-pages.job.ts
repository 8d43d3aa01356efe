import { Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { FIRST_ID } from '../../sites/in-batches.js';
import { type RecheckReason, MAX_FAILED_CHECKS } from '../../tables/pages/version-check.js';
import { PageRechecker, type PageKey } from './page-rechecker.js';
import { findProgress, keepProgress, type RecheckProgress } from './recheck-progress.js';

const MINUTES_LIVE = 10;
const BATCH = 100;
/** A batch is small, because a later page may have to come first. */
const UNFINISHED_BATCH = 10;

/** Something was found or left unread at publishing, or banned since, so the result can differ. */
const MAY_DIFFER = `
  (check_result->>'outcome' IN ('partial', 'unchecked') OR check_result->'signals' <> '[]'
    OR EXISTS (SELECT FROM banned_contents WHERE hash = shown.content_hash)) AS "isDue"`;

interface FoundPage extends PageKey, RecheckProgress {
  isDue: boolean;
}

const FIND = {
  published: `
    SELECT id AS "siteId", 1 AS number, id AS "afterId", sites.created_at::text AS "afterTime", ${MAY_DIFFER}
    FROM sites JOIN page_versions AS shown ON shown.site_id = id AND shown.number = 1
    WHERE (sites.created_at, id) > ($1::timestamptz, $2::uuid)
      AND sites.created_at <= $3::timestamptz - interval '${MINUTES_LIVE} minutes'
    ORDER BY sites.created_at, id LIMIT ${BATCH}`,
  updated: `
    SELECT site_id AS "siteId", number, site_id AS "afterId", created_at::text AS "afterTime", ${MAY_DIFFER}
    FROM page_versions AS shown
    WHERE number > 1 AND (created_at, site_id) > ($1::timestamptz, $2::uuid)
      AND created_at <= $3::timestamptz - interval '${MINUTES_LIVE} minutes'
    ORDER BY created_at, site_id LIMIT ${BATCH}`,
};

/**
 * Pages that were not checked at all come first. Accounts take turns, so that the notices of others do not wait for one
 * with many pages; then short pages come first, which are most and take least time.
 */
const FIND_UNFINISHED = `
  SELECT site_id AS "siteId", number
  FROM page_versions AS shown JOIN sites ON sites.id = site_id AND version = number
  WHERE (check_result->>'unfinished')::integer < ${MAX_FAILED_CHECKS} AND NOT check_result ? 'isDismissed'
    AND is_active AND expires_at > now()
  ORDER BY check_result->>'unfinished', check_result->>'outcome' DESC,
    row_number() OVER (PARTITION BY account_id ORDER BY shown.bytes), shown.bytes
  LIMIT ${UNFINISHED_BATCH}`;

/**
 * Finishes checks that publishing could not, and rechecks versions that are ten minutes old or were shown often. Two
 * concurrent runs check a page twice, which does no harm.
 */
@Every({ seconds: 3, sliceSeconds: 60 })
export class RecheckDuePages implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rechecker: PageRechecker,
  ) {}

  async run(stop: AbortSignal, now = new Date()): Promise<object> {
    await this.finishChecks(stop);
    const published = await this.recheckNew('published', now, stop);
    const updated = await this.recheckNew('updated', now, stop);
    const shown = await this.recheckShown(stop);
    return { published, updated, shown };
  }

  private async recheckNew(name: keyof typeof FIND, now: Date, stop: AbortSignal): Promise<number> {
    // Pages published before the first run were checked then, or are checked when the version of the rules changes.
    let progress = await findProgress(this.dataSource, name, { afterTime: now.toISOString(), afterId: FIRST_ID });
    let noticed = 0;
    for (;;) {
      const { afterTime, afterId } = progress;
      const pages = await this.dataSource.query<FoundPage[]>(FIND[name], [afterTime, afterId, now]);
      for (const page of pages.filter(({ isDue }) => isDue)) {
        await this.finishChecks(stop);
        if (stop.aborted) break;
        noticed += Number(await this.rechecker.recheckOrRetry(page, 'time'));
      }
      const last = pages.at(-1);
      if (!last || stop.aborted) return noticed;
      progress = last;
      await keepProgress(this.dataSource, name, progress);
    }
  }

  private async recheckShown(stop: AbortSignal): Promise<number> {
    const due = await this.dataSource.query<(PageKey & { reason: RecheckReason })[]>(
      `SELECT site_id AS "siteId", number, reason FROM due_page_looks WHERE due_at <= now() ORDER BY due_at LIMIT ${BATCH}`,
    );
    let noticed = 0;
    for (const { reason, ...page } of due) {
      await this.finishChecks(stop);
      if (stop.aborted) break;
      noticed += Number(await this.rechecker.recheckOrRetry(page, reason));
    }
    return noticed;
  }

  /** This runs before every other recheck, because visitors see the notice until it has ended. */
  private async finishChecks(stop: AbortSignal): Promise<void> {
    for (;;) {
      const pages = await this.dataSource.query<PageKey[]>(FIND_UNFINISHED);
      if (pages.length === 0) return;
      for (const page of pages) {
        if (stop.aborted) return;
        await this.rechecker.recheck(page, 'unfinished');
      }
    }
  }
}
