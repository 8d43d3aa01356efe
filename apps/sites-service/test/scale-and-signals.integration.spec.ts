import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError, type PublishedSite } from '@haru/contracts';
import type { TestProcess } from '@haru/testing';
import { SitesUnderTest } from './sites-under-test.js';

const CREATES = 2_000;
const IN_FLIGHT = 32;

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
    await Promise.all(replicas.map((replica) => replica.stop()));
    replicas = await Promise.all(
      ['one', 'two', 'three'].map((name) => sites.startService({ PGOPTIONS: `-c haru.replica=${name}` })),
    );
  }, 60_000);

  /** `at` runs once, when that many are done. */
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
    // At most what the killed one held; each lane had one call at a time.
    expect(errors.length).toBeLessThanOrEqual(IN_FLIGHT);
    const ids = await rowIds();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(made));
    // A row without an answer was written by the killed replica in its last moment.
    expect(ids.length).toBeLessThanOrEqual(CREATES);
  }, 120_000);
});
