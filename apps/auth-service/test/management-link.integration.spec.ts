import { adminMessages, type Caller, managementLinkMessages, type SessionAnswer, staffMessages } from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  anon,
  type AuthUnderTest,
  callerOf,
  claimsOf,
  contextOf,
  createTemporaryAccount,
  getUser,
  startAuthUnderTest,
} from './auth-under-test.js';

const service: Caller = { role: 'service_role' };

let auth: AuthUnderTest;
let owner: SessionAnswer;

beforeAll(async () => {
  auth = await startAuthUnderTest();
}, 60_000);
afterAll(() => auth.close());
beforeEach(async () => {
  await auth.reset();
  owner = await createTemporaryAccount(auth);
});

const create = (session = owner) =>
  auth.client.call(managementLinkMessages.createManagementLink, {}, contextOf(callerOf(session)));
const get = (session = owner) =>
  auth.client.call(managementLinkMessages.getManagementLink, {}, contextOf(callerOf(session)));
const revoke = (session = owner) =>
  auth.client.call(managementLinkMessages.revokeManagementLink, {}, contextOf(callerOf(session)));
const use = (secret: string) => auth.client.call(managementLinkMessages.useManagementLink, { secret }, contextOf(anon));
const change = (changes: object) =>
  auth.client.call(adminMessages.adminUpdateUser, { accountId: owner.user.id, changes }, contextOf(service));
const rows = () => auth.sql<{ secret_hash: Buffer; last_used_at: Date | null }>('SELECT * FROM management_links');

const isInvalid = { code: 'MANAGEMENT_LINK_INVALID' };

describe('a management link', () => {
  it('opens a session of the account in another browser, which then can renew it', async () => {
    const { secret } = await create();
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const second = await use(secret);
    expect(second.user).toMatchObject({ id: owner.user.id, is_anonymous: true });
    expect(claimsOf(second)).toMatchObject({ amr: [{ method: 'management_link' }] });
    expect(claimsOf(second)['session_id']).not.toBe(claimsOf(owner)['session_id']);
    // The first browser stays signed in.
    await getUser(auth, owner);

    const renewed = await create(second);
    await expect(use(secret)).rejects.toMatchObject(isInvalid);
    expect((await use(renewed.secret)).user.id).toBe(owner.user.id);
  });

  it('is stored as a hash, and shows only since when it exists and when it was used', async () => {
    expect(await get()).toEqual({ link: null });
    const { secret, createdAt } = await create();
    expect(await get()).toEqual({ link: { createdAt, lastUsedAt: null } });
    await use(secret);
    const [row] = await rows();
    expect(await get()).toEqual({ link: { createdAt, lastUsedAt: row?.last_used_at?.toISOString() } });
    expect(row?.secret_hash.toString('base64url')).not.toBe(secret);
  });

  it('writes an audit entry for each sign-in, without the secret', async () => {
    const { secret } = await create();
    await use(secret);
    const entries = await auth.sql('SELECT * FROM audit_log WHERE subject_id = $1', [owner.user.id]);
    expect(entries).toMatchObject([
      { actor_id: owner.user.id, action: 'signIn', subject_kind: 'account', details: { method: 'management_link' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('can be revoked', async () => {
    const { secret } = await create();
    await revoke();
    await expect(use(secret)).rejects.toMatchObject(isInvalid);
    expect(await get()).toEqual({ link: null });
  });

  it.each([[''], ['x'], ['A'.repeat(43)]])('refuses the wrong secret %j', async (secret) => {
    await create();
    await expect(use(secret)).rejects.toMatchObject(isInvalid);
  });

  it('is refused for a banned account', async () => {
    const { secret } = await create();
    const ban = { accountId: owner.user.id, reason: '規約違反' };
    await auth.client.call(staffMessages.banAccount, ban, contextOf(service));
    await expect(use(secret)).rejects.toMatchObject({ code: 'user_banned', status: 403 });
  });

  it.each([[true], [false]])('ends with its account (softly: %s)', async (softly) => {
    const { secret } = await create();
    await auth.client.call(adminMessages.adminDeleteUser, { accountId: owner.user.id, softly }, contextOf(service));
    expect(await rows()).toEqual([]);
    await expect(use(secret)).rejects.toMatchObject(isInvalid);
  });

  it('ends when the account registers, and a registered account gets none', async () => {
    const { secret } = await create();
    await change({ email: 'hana@example.com', email_confirm: true });
    expect(await rows()).toEqual([]);
    await expect(use(secret)).rejects.toMatchObject(isInvalid);
    await expect(create()).rejects.toMatchObject({ code: 'MANAGEMENT_LINK_NOT_ALLOWED' });
    expect(await get()).toEqual({ link: null });
  });

  it('is refused when it is renewed while it is used', async () => {
    const { secret } = await create();
    const connection = await auth.connectToDatabase();
    try {
      await connection.query('BEGIN');
      await connection.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [owner.user.id]);
      const used = use(secret);
      const refused = expect(used).rejects.toMatchObject(isInvalid);
      await auth.untilLockIsAwaited();
      await connection.query('UPDATE management_links SET secret_hash = sha256($1)', ['another']);
      await connection.query('COMMIT');
      await refused;
    } finally {
      await connection.end();
    }
  });

  it('needs a session to be made', async () => {
    const request = auth.client.call(managementLinkMessages.createManagementLink, {}, contextOf(anon));
    await expect(request).rejects.toMatchObject({ code: 'no_authorization' });
  });
});
