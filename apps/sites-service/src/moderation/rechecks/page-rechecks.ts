import type { DataSource } from 'typeorm';
import { FIRST_ID, inBatches } from '../../sites/in-batches.js';
import { type RecheckReason, MAX_FAILED_CHECKS } from '../../tables/pages/version-check.js';
import { CheckFailedError, type PageRechecker, type PageKey, type RecheckLogger } from './page-rechecker.js';
import { findProgress, keepProgress, type RecheckProgress } from './recheck-progress.js';

const MINUTES_LIVE = 10;
const BATCH = 100;
/** A batch is small, because a later page may have to come first. */
const UNFINISHED_BATCH = 10;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

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

const FIND_OUTDATED = `
  SELECT batch.id AS "siteId", batch.version AS number, batch.id AS "afterId", now()::text AS "afterTime",
    coalesce((check_result->>'rules')::integer, 0) < $2 AS "isDue"
  FROM (SELECT id, version FROM sites WHERE id > $1::uuid AND is_active ORDER BY id LIMIT ${BATCH}) AS batch
  LEFT JOIN page_versions AS shown ON shown.site_id = batch.id AND shown.number = batch.version
  ORDER BY batch.id`;

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

/** A recheck that fails is tried this often; the last time is after half an hour. */
const MAX_FAILURES = 6;
const RETRY = `
  INSERT INTO due_page_looks AS due (site_id, number, reason, failures, due_at)
  VALUES ($1, $2, $3, 1, now() + interval '1 minute')
  ON CONFLICT (site_id, number) DO UPDATE
    SET failures = due.failures + 1, due_at = now() + interval '1 minute' * 2 ^ due.failures
  RETURNING failures`;

/** Runs the scheduled rechecks of live pages. Two concurrent runs check a page twice, which does no harm. */
export class PageRechecks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rechecker: PageRechecker,
    private readonly rulesVersion: number,
    private readonly logger: RecheckLogger,
  ) {}

  /**
   * Finishes checks that publishing could not, and rechecks versions that are ten minutes old or were shown often.
   * @param stop ends it after a page
   */
  async recheckDue(now: Date, stop: AbortSignal): Promise<object> {
    await this.finishChecks(stop);
    const published = await this.recheckNew('published', now, stop);
    const updated = await this.recheckNew('updated', now, stop);
    const shown = await this.recheckShown(stop);
    return { published, updated, shown };
  }

  /**
   * Checks the live pages whose result is from older rules, once for each version of the rules, with pauses for
   * publishing. It first renews the similarities of banned contents.
   */
  async recheckOutdated(stop: AbortSignal): Promise<object> {
    await this.rechecker.renewSimilarities(stop, this.logger);
    const name = `rules ${this.rulesVersion}`;
    let progress = await findProgress(this.dataSource, name, {
      afterTime: new Date().toISOString(),
      afterId: FIRST_ID,
    });
    let noticed = 0;
    await inBatches(async () => {
      if (progress.afterId === LAST_ID) return false;
      const pages = await this.dataSource.query<FoundPage[]>(FIND_OUTDATED, [progress.afterId, this.rulesVersion]);
      noticed += await this.recheckEach(pages, 'rules', stop);
      if (stop.aborted) return false;
      progress = { afterTime: progress.afterTime, afterId: pages.at(-1)?.siteId ?? LAST_ID };
      await keepProgress(this.dataSource, name, progress);
      return true;
    }, stop);
    return { noticed };
  }

  private async recheckNew(name: keyof typeof FIND, now: Date, stop: AbortSignal): Promise<number> {
    // Pages published before the first run were checked then, or are checked when the version of the rules changes.
    let progress = await findProgress(this.dataSource, name, { afterTime: now.toISOString(), afterId: FIRST_ID });
    let noticed = 0;
    for (;;) {
      const { afterTime, afterId } = progress;
      const pages = await this.dataSource.query<FoundPage[]>(FIND[name], [afterTime, afterId, now]);
      noticed += await this.recheckEach(pages, 'time', stop);
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
      noticed += await this.recheckOne(page, reason, () => this.forget(page));
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

  /**
   * A page that fails is due again later, so that the next ones do not wait for it.
   * @returns 1 if visitors see the notice from this recheck on
   */
  private async recheckOne(page: PageKey, reason: RecheckReason, onDone?: () => Promise<void>): Promise<number> {
    try {
      const isNoticed = await this.rechecker.recheck(page, reason);
      await onDone?.();
      return Number(isNoticed);
    } catch (error) {
      if (!(error instanceof CheckFailedError)) throw error;
      const { siteId, number } = page;
      const [row] = await this.dataSource.query<{ failures: number }[]>(RETRY, [siteId, number, reason]);
      const failures = row?.failures ?? 0;
      this.logger[failures < MAX_FAILURES ? 'warn' : 'error'](
        { err: error, siteId, failures },
        'a live page could not be checked again',
      );
      if (failures >= MAX_FAILURES) await this.forget(page);
      return 0;
    }
  }

  private async forget({ siteId, number }: PageKey): Promise<void> {
    await this.dataSource.query('DELETE FROM due_page_looks WHERE site_id = $1 AND number = $2', [siteId, number]);
  }

  private async recheckEach(pages: readonly FoundPage[], reason: RecheckReason, stop: AbortSignal): Promise<number> {
    let noticed = 0;
    for (const page of pages) {
      if (stop.aborted) break;
      if (!page.isDue) continue;
      if (reason !== 'rules') await this.finishChecks(stop);
      noticed += await this.recheckOne(page, reason);
    }
    return noticed;
  }
}
