import type { PageRuleSettings } from '@haru/contracts';
import { Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { Setting } from '../../settings.js';
import { FIRST_ID, inBatches } from '../../sites/in-batches.js';
import { PageRechecker, type PageKey } from './page-rechecker.js';
import { findProgress, keepProgress } from './recheck-progress.js';

const BATCH = 100;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface OutdatedPage extends PageKey {
  isDue: boolean;
}

const FIND_OUTDATED = `
  SELECT batch.id AS "siteId", batch.version AS number,
    coalesce((check_result->>'rules')::integer, 0) < $2 AS "isDue"
  FROM (SELECT id, version FROM sites WHERE id > $1::uuid AND is_active ORDER BY id LIMIT ${BATCH}) AS batch
  LEFT JOIN page_versions AS shown ON shown.site_id = batch.id AND shown.number = batch.version
  ORDER BY batch.id`;

/**
 * Checks the live pages whose result is from older rules, once for each version of the rules, with pauses for
 * publishing. It first renews the similarities of banned contents.
 */
@Every({ seconds: 60, sliceSeconds: 50 })
export class RecheckOutdatedPages implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rechecker: PageRechecker,
    @Setting('PAGE_RULES') private readonly rules: Pick<PageRuleSettings, 'version'>,
  ) {}

  async run(stop: AbortSignal): Promise<{ noticed: number }> {
    await this.rechecker.renewSimilarities(stop);
    const { version } = this.rules;
    const name = `rules ${version}`;
    const afterTime = new Date().toISOString();
    let progress = await findProgress(this.dataSource, name, { afterTime, afterId: FIRST_ID });
    const noticed = await inBatches(stop, async () => {
      if (progress.afterId === LAST_ID) return { done: 0, hasMore: false };
      const pages = await this.dataSource.query<OutdatedPage[]>(FIND_OUTDATED, [progress.afterId, version]);
      let done = 0;
      for (const page of pages.filter(({ isDue }) => isDue)) {
        // The pages of this batch that were checked are not due in the next run.
        if (stop.aborted) return { done, hasMore: true };
        done += Number(await this.rechecker.recheckOrRetry(page, 'rules'));
      }
      progress = { ...progress, afterId: pages.at(-1)?.siteId ?? LAST_ID };
      await keepProgress(this.dataSource, name, progress);
      return { done, hasMore: true };
    });
    return { noticed };
  }
}
