import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Outbox } from '@haru/events';
import { freePort, startPostgresServer, temporaryDirectory, TEST_POSTGRES_VARIABLE } from '@haru/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { deleteAndKeep } from '../src/sites/deleted-rows.js';
import { RemoveSitesWhenAccountDeleted } from '../src/ownership/remove-sites-when-account-deleted.worker.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const PAGES = 1_000;
const accounts = Array.from({ length: 8 }, () => randomUUID());

let sites: SitesUnderTest;
const shared = process.env[TEST_POSTGRES_VARIABLE];
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const directory = await temporaryDirectory('haru-lock-table-');
  ends.unshift(() => directory.remove());
  const server = await startPostgresServer({
    directory: join(directory.path, 'cluster'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    // Its lock table has places for some 1,500 locks.
    settings: { max_connections: 20, max_locks_per_transaction: 32, shared_buffers: '32MB', autovacuum: 'off' },
    throwAway: true,
  });
  ends.unshift(() => server.stop());
  process.env[TEST_POSTGRES_VARIABLE] = server.url;
  sites = await SitesUnderTest.start();
  ends.unshift(() => sites.stop());
}, 60_000);

afterAll(async () => {
  for (const end of ends) await end();
  process.env[TEST_POSTGRES_VARIABLE] = shared;
});

/** Each path that had an own origin is locked while it is freed. */
beforeEach(async () => {
  await sites.empty();
  await sites.rows(
    `INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified,
       had_own_origin)
     SELECT gen_random_uuid(), account::uuid, 't', left(account, 8) || '-' || n, 'x', 1, 'x', now(), now() + interval '1 day', now(), true
     FROM unnest($1::text[]) AS account, generate_series(1, ${PAGES}) AS n`,
    [accounts],
  );
}, 60_000);

const remaining = async () => (await sites.rows('SELECT FROM sites')).length;

it('holds the locks of concurrent deletions of a thousand pages each', async () => {
  await Promise.all(
    accounts.map((accountId) =>
      sites.dataSource.transaction(async (manager) => {
        const locked = await manager.query<{ id: string; path: string }[]>(
          'SELECT id, path FROM sites WHERE user_id = $1 ORDER BY id FOR UPDATE',
          [accountId],
        );
        await deleteAndKeep(manager, locked, 'id');
      }),
    ),
  );
  expect(await remaining()).toBe(0);
}, 60_000);

it('holds the locks of concurrent deletions of accounts', async () => {
  const deletion = new RemoveSitesWhenAccountDeleted(new Outbox());
  await Promise.all(
    accounts.map((accountId) =>
      sites.dataSource.transaction((manager) =>
        deletion.handle({ accountId }, { manager, context: contextOf(), eventId: randomUUID() }),
      ),
    ),
  );
  expect(await remaining()).toBeLessThan(accounts.length * PAGES);
}, 60_000);
