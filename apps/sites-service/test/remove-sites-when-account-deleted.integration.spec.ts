import { hash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDeleted } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { waitFor } from '@haru/testing';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('removeSitesWhenAccountDeleted', () => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService();
  }, 60_000);
  afterAll(() => sites.stop());

  /** As the auth service's relay would bring it; here the outbox of the same database does, to this service alone. */
  const publishSiteDeleted = (accountId: string) =>
    sites.dataSource.transaction((manager) =>
      new Outbox().publish(
        manager,
        { ...accountDeleted, consumers: ['sites'] },
        { accountId },
        { aggregateId: accountId, context: contextOf() },
      ),
    );
  const handled = () =>
    waitFor(async () => (await sites.rows('SELECT 1 FROM outbox')).length === 0, {
      timeoutMs: 20_000,
      what: 'every event to be handled',
    });
  const storedIds = async () => (await sites.storedContents()).map(({ id }) => id);
  const hashOf = (title: number) => hash('sha256', `<title>${title}</title><h1>${title}</h1>`);
  const sitesOf = (accountId: string) => sites.rows('SELECT id FROM sites WHERE user_id = $1', [accountId]);

  it('leaves neither rows nor files, also when the worker was down meanwhile, and keeps those of other accounts', async () => {
    const [gone, staying] = [randomUUID(), randomUUID()];
    const worker = await sites.startWorker();
    await Promise.all([
      sites.createSite({ htmlContent: '<h1>1</h1>', idempotencyKey: 'k' }, { accountId: gone }),
      sites.createSite({ htmlContent: '<h1>2</h1>' }, { accountId: gone }),
      sites.createSite({ htmlContent: '<h1>3</h1>' }, { accountId: staying }),
    ]);
    await handled();
    expect(await storedIds()).toEqual([hashOf(1), hashOf(2), hashOf(3)].sort());
    // What a write that was killed half-way leaves.
    await writeFile(join(sites.storageDirectory, hashOf(1).slice(0, 3), `${hashOf(1)}.0.tmp`), 'half');

    await worker.stop();
    await publishSiteDeleted(gone);
    expect(await sitesOf(gone)).toHaveLength(2);
    await sites.startWorker();
    await handled();
    expect(await sitesOf(gone)).toEqual([]);
    expect(await sitesOf(staying)).toHaveLength(1);
    expect(await storedIds()).toEqual([hashOf(3)]);
    expect(await sites.rows('SELECT 1 FROM idempotent_creates WHERE user_id = $1', [gone])).toEqual([]);

    // Told again it does nothing; and what was on its way when the account went goes too.
    await publishSiteDeleted(gone);
    await sites.createSite({ htmlContent: '<h1>late</h1>' }, { accountId: gone });
    await handled();
    expect(await sitesOf(gone)).toEqual([]);
    expect(await storedIds()).toEqual([hashOf(3)]);
  }, 60_000);
});
