import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultPageRuleSettings } from '@haru/contracts';
import { Outbox, plannedJobsOf, ScheduledJobs } from '@haru/events';
import { waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExpireSites } from '../src/maintenance/expire-sites.job.js';
import { StopUnanswered } from '../src/moderation/cases/stop-unanswered.job.js';
import { PageStops } from '../src/moderation/page-stops.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { PageRechecker } from '../src/moderation/rechecks/page-rechecker.js';
import { RecheckOutdatedPages } from '../src/moderation/rechecks/recheck-outdated-pages.job.js';
import { BannedContentIndex } from '../src/sites/checks/banned-content-index.js';
import { checkPage } from './check-page.js';
import { SitesUnderTest } from './sites-under-test.js';

/** At 10 ms each their check takes longer than the test. */
const PAGES = 3_000;
const CHECK_MS = 10;

const MAKE_PAGES = `
  WITH given AS (SELECT n, gen_random_uuid() AS id, convert_to('<p>' || n, 'UTF8') AS html FROM generate_series(1, ${PAGES}) AS n),
    kept AS (INSERT INTO contents (hash, html, used_at) SELECT sha256(html), convert_from(html, 'UTF8'), now() FROM given),
    made AS (
      INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
      SELECT id, gen_random_uuid(), 'x', 'page-' || n, sha256(html), 5, '', now(), now() + interval '1 day', now() FROM given)
  INSERT INTO page_versions (site_id, number, content_hash, title, bytes, source, created_at, account_id, check_result)
  SELECT id, 1, sha256(html), 'x', 5, 'api', now(), gen_random_uuid(), '{"outcome": "passed", "rules": 0, "signals": []}' FROM given`;

describe('the scheduled jobs while thousands of pages wait for a recheck', () => {
  let sites: SitesUnderTest;
  let now = Date.now();
  const checked: string[] = [];
  const running: ScheduledJobs[] = [];

  beforeAll(async () => (sites = await SitesUnderTest.start()), 60_000);
  afterAll(async () => {
    await Promise.all(running.map((jobs) => jobs.close()));
    await sites.stop();
  });

  const start = async () => {
    const run = async (html: string) => {
      checked.push(html);
      await delay(CHECK_MS);
      return checkPage(html);
    };
    const known = new BannedContentIndex(sites.dataSource);
    const rechecker = new PageRechecker(
      sites.dataSource,
      { run },
      known,
      sites.changes,
      new HtmlStorage(new FolderStore(sites.storageDirectory)),
      sites.renderer,
      defaultPageRuleSettings,
    );
    const ignore = () => undefined;
    const instances = [
      new RecheckOutdatedPages(sites.dataSource, rechecker, defaultPageRuleSettings),
      new ExpireSites(sites.dataSource, new Outbox()),
      new StopUnanswered(sites.dataSource, new PageStops(sites.changes)),
    ];
    const jobs = new ScheduledJobs({
      queue: 'sites-maintenance',
      jobs: plannedJobsOf(instances, () => Number.NaN),
      redisUrl: sites.redis.url,
      logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      clock: () => now,
    });
    running.push(jobs);
    await jobs.start();
    return jobs;
  };

  it('expire pages and stop unanswered ones on time, and continue the recheck where it stopped', async () => {
    await sites.rows(MAKE_PAGES);
    const jobs = await start();
    await waitFor(() => checked.length > 10, { what: 'the recheck' });
    const [expired, asked] = await sites.rows<{ id: string }>('SELECT id FROM sites ORDER BY id DESC LIMIT 2');
    await sites.rows('UPDATE sites SET expires_at = now() WHERE id = $1', [expired?.id]);
    await sites.rows(
      `INSERT INTO cases (id, site_id, path, title, owner_id, kind, origin, state, created_at, due_at)
       SELECT $2, id, path, title, user_id, 'rights', 'report', 'inquiry', now(), now() FROM sites WHERE id = $1`,
      [asked?.id, randomUUID()],
    );
    const isHidden = async () => {
      // A minute whose jobs still wait adds no others, so several minutes may begin.
      now += 60_000;
      await jobs.tick();
      return (await sites.rows('SELECT FROM sites WHERE NOT is_active')).length === 2;
    };
    await waitFor(isHidden, { timeoutMs: 30_000, everyMs: 500, what: 'both pages to be hidden' });
    expect(await sites.rows('SELECT state FROM cases')).toEqual([{ state: 'stopped' }]);
    await waitFor(() => checked.length > 150, { timeoutMs: 30_000, what: 'the second batch of the recheck' });
    await jobs.close();
    const before = checked.length;
    expect(before).toBeLessThan(PAGES);
    now += 60_000;
    await start();
    await waitFor(() => checked.length > before + 10, { what: 'the recheck to continue' });
    expect(new Set(checked).size).toBe(checked.length);
  }, 60_000);
});
