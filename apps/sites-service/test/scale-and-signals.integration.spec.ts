import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, type PublishedSite, versionMessages } from '@haru/contracts';
import { isRunning, type TestProcess } from '@haru/testing';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const CREATES = 2_000;
const IN_FLIGHT = 32;
const UPDATES = 400;

interface Outcome {
  site?: PublishedSite;
  error?: unknown;
}

describe('three replicas of sites-service, 2,000 creates, 32 in flight', () => {
  let sites: SitesUnderTest;
  let replicas: TestProcess[] = [];

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    // Each row says by itself which replica's connection wrote it.
    await sites.rows(`ALTER TABLE sites ADD made_by text DEFAULT current_setting('haru.replica', true)`);
  });
  afterAll(() => sites.stop());
  beforeEach(async () => {
    await sites.empty();
    replicas = await Promise.all(
      ['one', 'two', 'three'].map(async (name, index) => {
        const running = replicas[index];
        if (running && isRunning(running.pid)) return running;
        return sites.spawnService({ PGOPTIONS: `-c haru.replica=${name}` });
      }),
    );
  }, 60_000);

  /** `at` runs once, after this many publishes. */
  async function publishMany(at: { count: number; then: () => void }): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    let started = 0;
    const lane = async (): Promise<void> => {
      while (started < CREATES) {
        const number = started++;
        if (number === at.count) at.then();
        outcomes.push(
          await sites.createSite({ htmlContent: `<h1>page ${number}</h1>` }).then(
            (site) => ({ site }),
            (error: unknown) => ({ error }),
          ),
        );
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
    return outcomes;
  }

  const rowIds = async () => (await sites.rows<{ id: string }>('SELECT id FROM sites')).map(({ id }) => id);
  const distinctPaths = async () =>
    (await sites.rows<{ count: number }>('SELECT count(DISTINCT path)::int AS count FROM sites'))[0]?.count;
  const makers = () =>
    sites.rows<{ made_by: string; count: number }>(
      'SELECT made_by, count(*)::int AS count FROM sites GROUP BY made_by ORDER BY made_by',
    );

  it('makes 2,000 sites with 2,000 paths, and every replica makes some', async () => {
    const outcomes = await publishMany({ count: -1, then: () => undefined });
    const made = outcomes.flatMap(({ site }) => site ?? []);
    expect(outcomes.filter(({ error }) => error)).toEqual([]);
    expect(made).toHaveLength(CREATES);
    expect(new Set(made.map(({ path }) => path)).size).toBe(CREATES);
    expect((await rowIds()).sort()).toEqual(made.map(({ id }) => id).sort());
    expect(await distinctPaths()).toBe(CREATES);
    const shares = await makers();
    expect(shares.map(({ made_by }) => made_by)).toEqual(['one', 'three', 'two']);
    for (const { count } of shares) expect(count).toBeGreaterThan(CREATES / 20);
  }, 120_000);

  it('still makes all of them while one replica gets SIGTERM', async () => {
    const outcomes = await publishMany({ count: 600, then: () => replicas[0]?.kill('SIGTERM') });
    expect(outcomes.filter(({ error }) => error)).toEqual([]);
    expect(await replicas[0]?.exited).toEqual({ code: 0, signal: null });
    expect(await rowIds()).toHaveLength(CREATES);
    expect(await distinctPaths()).toBe(CREATES);
  }, 120_000);

  it('has exactly one row for every answer, and an error for every other call, while one replica is killed', async () => {
    const outcomes = await publishMany({ count: 600, then: () => replicas[0]?.kill('SIGKILL') });
    const made = outcomes.flatMap(({ site }) => site?.id ?? []);
    const errors = outcomes.flatMap(({ error }) => error ?? []);
    expect(outcomes).toHaveLength(CREATES);
    expect(made.length + errors.length).toBe(CREATES);
    for (const error of errors) {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT' });
    }
    // Only calls of the killed replica fail; each lane had one call at a time.
    expect(errors.length).toBeLessThanOrEqual(IN_FLIGHT);
    const ids = await rowIds();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(made));
    // The killed replica wrote a row without an answer in its last moment.
    expect(ids.length).toBeLessThanOrEqual(CREATES);
  }, 120_000);

  describe('updates, while one replica is killed', () => {
    const accountId = randomUUID();
    const publish = () => sites.createSite({ htmlContent: '<p>first' }, { accountId });
    const update = async (id: string, htmlContent: string, baseVersion: number | null, idempotencyKey?: string) => {
      const request = { id, htmlContent, baseVersion, idempotencyKey };
      return (await sites.client.call(versionMessages.updateSite, request, contextOf({ accountId }))).site;
    };
    const htmlOf = async (id: string) =>
      sites.rows<{ number: number; html: string }>(
        'SELECT number, html FROM page_versions JOIN contents ON hash = content_hash WHERE site_id = $1 ORDER BY number',
        [id],
      );

    it('of one version: one of 100 succeeds, and the others are refused or not answered', async () => {
      const { id } = await publish();
      const calls = Array.from({ length: 100 }, (_, n) => update(id, `<p>${n}`, 1));
      replicas[0]?.kill('SIGKILL');
      const outcomes = await Promise.allSettled(calls);
      const made = outcomes.flatMap((one, n) => (one.status === 'fulfilled' ? [n] : []));
      const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? (one.reason as ServiceError).code : []));
      expect(codes.filter((code) => !['VERSION_CONFLICT', 'SERVICE_TIMEOUT'].includes(code))).toEqual([]);
      const versions = await htmlOf(id);
      expect(versions.map(({ number }) => number)).toEqual([1, 2]);
      // Its answer is lost if the killed replica made it.
      expect(made.length).toBeLessThanOrEqual(1);
      for (const n of made) expect(versions[1]?.html).toBe(`<p>${n}`);
    }, 120_000);

    it('are each made once when they are repeated with their keys, and none that was answered is lost', async () => {
      const pages = await Promise.all(Array.from({ length: 8 }, publish));
      const answers: { id: string; version: number; html: string }[] = [];
      let started = 0;
      const lane = async (): Promise<void> => {
        while (started < UPDATES) {
          const number = started++;
          if (number === UPDATES / 4) replicas[0]?.kill('SIGKILL');
          const [id, html, key] = [pages[number % pages.length]?.id ?? '', `<p>update ${number}`, `key ${number}`];
          const once = () => update(id, html, null, key);
          const isTimeout = (error: unknown) => error instanceof ServiceError && error.code === 'SERVICE_TIMEOUT';
          const { version } = await once().catch((error: unknown) => {
            if (isTimeout(error)) return once();
            throw error;
          });
          answers.push({ id, version, html });
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
      expect(answers).toHaveLength(UPDATES);
      for (const { id } of pages) {
        const made = answers.filter((answer) => answer.id === id).sort((one, other) => one.version - other.version);
        expect(await htmlOf(id)).toEqual([
          { number: 1, html: '<p>first' },
          ...made.map(({ html }, index) => ({ number: index + 2, html })),
        ]);
      }
    }, 120_000);
  });
});
