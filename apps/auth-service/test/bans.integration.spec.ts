import { randomUUID } from 'node:crypto';
import { adminMessages, type Caller, staffInternalMessages, staffMessages } from '@haru/contracts';
import { createDataSource } from '@haru/database';
import { Outbox } from '@haru/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { LiftEndedBans } from '../src/admin/lift-ended-bans.job.js';
import { authDatabase } from '../src/database.js';
import { type AuthUnderTest, contextOf, startAuthUnderTest } from './auth-under-test.js';

const service: Caller = { role: 'service_role' };

let auth: AuthUnderTest;
let dataSource: DataSource;

beforeAll(async () => {
  auth = await startAuthUnderTest();
  dataSource = await createDataSource(authDatabase.options('auth-test', auth.config)).initialize();
}, 60_000);
afterAll(async () => {
  await dataSource.destroy();
  await auth.close();
});
beforeEach(() => auth.reset());

async function makeAccount(): Promise<string> {
  const body = { email: `${randomUUID()}@example.com`, email_confirm: true };
  return (await auth.client.call(adminMessages.adminCreateUser, body, contextOf(service))).id;
}

const setBan = (accountId: string, ban_duration: string) =>
  auth.client.call(adminMessages.adminUpdateUser, { accountId, changes: { ban_duration } }, contextOf(service));
const events = () =>
  auth.sql<{ name: string; payload: object }>(
    `SELECT name, payload FROM outbox WHERE name IN ('accountBanned', 'accountUnbanned') ORDER BY seq`,
  );
const auditOf = (accountId: string) =>
  auth.sql('SELECT action, reason, details FROM audit_log WHERE subject_id = $1 ORDER BY at', [accountId]);
const bansIn = () => auth.sql('SELECT id, ban_reason FROM users WHERE banned_until IS NOT NULL');
const lift = async (stop?: AbortSignal) => (await new LiftEndedBans(dataSource, new Outbox()).run(stop)).lifted;

/** Makes the ban expire. */
const runOut = (accountId: string) =>
  auth.sql(`UPDATE users SET banned_until = now() - interval '1 second' WHERE id = $1`, [accountId]);

describe('the staff whose role counts', () => {
  it('are not banned and have a second factor', async () => {
    const [first = '', second = '', ...others] = await Promise.all(Array.from({ length: 5 }, makeAccount));
    const [, without, unverified] = [...others];
    await auth.sql(`UPDATE users SET haru_role = 'moderator' WHERE id <> $1`, [others[0]]);
    await auth.sql(`UPDATE users SET haru_role = 'admin' WHERE id = $1`, [first]);
    await auth.sql(
      `INSERT INTO factors (id, user_id, status, sealed_secret)
       SELECT gen_random_uuid(), id, CASE WHEN id = $1 THEN 'unverified' ELSE 'verified' END, '' FROM users WHERE id <> $2`,
      [unverified, without],
    );
    const list = async () =>
      (await auth.client.call(staffInternalMessages.listActiveStaff, {}, contextOf(service))).staff;
    const both = [
      { id: first, role: 'admin' },
      { id: second, role: 'moderator' },
    ];
    expect(await list()).toEqual(expect.arrayContaining(both));
    expect(await list()).toHaveLength(2);
    await setBan(second, '1h');
    expect(await list()).toEqual(both.slice(0, 1));
    await runOut(second);
    expect(await list()).toHaveLength(2);
  });
});

describe('a ban by the service key', () => {
  it('publishes an event for sites-service, and writes an audit entry', async () => {
    const accountId = await makeAccount();
    const { banned_until: until } = await setBan(accountId, '1h');
    const reason = 'アカウントの利用が停止されたため';
    expect(await events()).toEqual([{ name: 'accountBanned', payload: { accountId, reason } }]);
    expect(await bansIn()).toEqual([{ id: accountId, ban_reason: reason }]);
    expect(await auditOf(accountId)).toEqual([{ action: 'banAccount', reason: null, details: { until } }]);
  });

  it('is lifted once, with its event and audit entry', async () => {
    const accountId = await makeAccount();
    await setBan(accountId, '1h');
    const user = await setBan(accountId, 'none');
    expect(user).not.toHaveProperty('banned_until');
    await setBan(accountId, 'none');
    expect((await events()).map(({ name }) => name)).toEqual(['accountBanned', 'accountUnbanned']);
    expect(await bansIn()).toEqual([]);
    expect(await auditOf(accountId)).toMatchObject([
      { action: 'banAccount' },
      { action: 'unbanAccount', reason: null, details: {} },
    ]);
  });

  it('lifts the ban of an admin', async () => {
    const accountId = await makeAccount();
    await auth.client.call(staffMessages.banAccount, { accountId, reason: '規約違反' }, contextOf(service));
    await setBan(accountId, 'none');
    expect((await events()).map(({ name }) => name)).toEqual(['accountBanned', 'accountUnbanned']);
  });

  it('publishes no event about other changes', async () => {
    const accountId = await makeAccount();
    const changes = { user_metadata: { name: '花' } };
    await auth.client.call(adminMessages.adminUpdateUser, { accountId, changes }, contextOf(service));
    expect(await events()).toEqual([]);
    expect(await auditOf(accountId)).toEqual([]);
  });
});

describe('the end of a ban', () => {
  it('lifts the ban once, although two workers look for it', async () => {
    const [ended, lasting] = [await makeAccount(), await makeAccount()];
    await setBan(ended, '1h');
    await setBan(lasting, '1h');
    await runOut(ended);
    const lifted = await Promise.all([lift(), lift()]);
    expect(lifted.toSorted()).toEqual([0, 1]);
    const unbanned = (await events()).filter(({ name }) => name === 'accountUnbanned');
    expect(unbanned).toEqual([{ name: 'accountUnbanned', payload: { accountId: ended } }]);
    expect(await bansIn()).toMatchObject([{ id: lasting }]);
    expect(await lift()).toBe(0);
  });

  it('lifts more than one batch of bans, unless it is asked to stop', async () => {
    await auth.sql(
      `INSERT INTO users (id, email, banned_until)
       SELECT gen_random_uuid(), n || '@example.com', now() - interval '1 second' FROM generate_series(1, 130) AS n`,
    );
    expect(await lift(AbortSignal.abort())).toBe(0);
    expect(await lift()).toBe(130);
    expect(await events()).toHaveLength(130);
  });

  it('does nothing for a deleted account', async () => {
    const accountId = await makeAccount();
    await setBan(accountId, '1h');
    await auth.client.call(adminMessages.adminDeleteUser, { accountId, softly: true }, contextOf(service));
    await runOut(accountId);
    expect(await lift()).toBe(0);
  });
});
