import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sessionAnswerSchema, signInMessages } from '@haru/contracts';
import {
  type AuthUnderTest,
  anon,
  callerOf,
  contextOf,
  createTemporaryAccount,
  getUser,
  startAuthUnderTest,
  verifyAccessToken,
} from './auth-under-test.js';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuthUnderTest();
});
beforeEach(() => auth.reset());
afterAll(() => auth.close());

const countUsers = async () => (await auth.sql<{ id: string }>('SELECT id FROM users')).length;

describe('createTemporaryAccount', () => {
  it('answers a session of an account with a synthetic address', async () => {
    const session = await createTemporaryAccount(auth, { userMetadata: { 好き: '紙' } });

    expect(sessionAnswerSchema.parse(session)).toEqual(session);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(session.user).toEqual({
      id: expect.any(String),
      aud: 'authenticated',
      role: 'authenticated',
      email: expect.stringMatching(/^[a-f0-9]{32}@temp\.invalid$/),
      phone: '',
      app_metadata: { provider: 'anonymous', providers: ['anonymous'] },
      user_metadata: { 好き: '紙' },
      identities: [],
      is_anonymous: true,
      last_sign_in_at: session.user.created_at,
      created_at: expect.any(String),
      updated_at: session.user.created_at,
    });
  });

  it('signs an access token with the claims of the contract', async () => {
    const session = await createTemporaryAccount(auth, { userMetadata: { a: 1 } });
    const { payload, protectedHeader } = await verifyAccessToken(auth, session);

    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'first' });
    expect(payload).toEqual({
      iss: 'http://haru.test:3000/auth/v1',
      sub: session.user.id,
      aud: 'authenticated',
      iat: session.expires_at - 3600,
      exp: session.expires_at,
      email: session.user.email,
      phone: '',
      app_metadata: session.user.app_metadata,
      user_metadata: { a: 1 },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'anonymous', timestamp: session.expires_at - 3600 }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: true,
    });
  });

  it('writes the account and its session, and no token', async () => {
    const session = await createTemporaryAccount(auth);
    const users = await auth.sql('SELECT * FROM users');
    const sessions = await auth.sql('SELECT * FROM sessions');

    expect(users).toMatchObject([{ id: session.user.id, is_anonymous: true, encrypted_password: null }]);
    expect(sessions).toMatchObject([{ id: callerOf(session).sessionId, user_id: session.user.id, refresh_counter: 0 }]);
    const stored = JSON.stringify([users, sessions]);
    expect(stored).not.toContain(session.refresh_token);
    expect(stored).not.toContain(session.access_token);
  });

  it('makes an account for each request without a key', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => createTemporaryAccount(auth)));
    expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(20);
    expect(new Set(sessions.map(({ user }) => user.email)).size).toBe(20);
    expect(await countUsers()).toBe(20);
  });

  it('commits accounts of concurrent visitors together', async () => {
    await Promise.all(Array.from({ length: 40 }, () => createTemporaryAccount(auth)));
    const commits = await auth.sql<{ xmin: string }>('SELECT DISTINCT xmin::text FROM users');
    expect(commits.length).toBeLessThanOrEqual(20);
    const sessions = await auth.sql(
      'SELECT FROM sessions JOIN users ON user_id = users.id AND sessions.xmin = users.xmin',
    );
    expect(sessions).toHaveLength(40);
  });

  it('makes the other accounts where the database refuses one of them', async () => {
    const refused = (at: number) => at % 4 === 3;
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        auth.client.call(
          signInMessages.createTemporaryAccount,
          {},
          { ...contextOf(anon), device: { userAgent: refused(at) ? 'a NUL: \0' : 'whole' } },
        ),
      ),
    );
    expect(made.map(({ status }) => status === 'rejected')).toEqual(made.map((_, at) => refused(at)));
    expect(await countUsers()).toBe(15);
  });

  it.each([
    ['too much', { a: 'x'.repeat(9000) }],
    ['text that the database cannot hold', { a: 'x\0' }],
  ])('refuses metadata of %s and writes nothing', async (_what, userMetadata) => {
    await expect(createTemporaryAccount(auth, { userMetadata })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await countUsers()).toBe(0);
  });
});

describe('createTemporaryAccount with an idempotency key', () => {
  it('answers the same account again, with a session of its own', async () => {
    const first = await createTemporaryAccount(auth, { idempotencyKey: 'k' });
    const second = await createTemporaryAccount(auth, { idempotencyKey: 'k' });

    expect(second.user.id).toBe(first.user.id);
    expect(callerOf(second).sessionId).not.toBe(callerOf(first).sessionId);
    await expect(getUser(auth, first)).resolves.toMatchObject({ id: first.user.id });
    await expect(getUser(auth, second)).resolves.toMatchObject({ id: first.user.id });
    expect(await countUsers()).toBe(1);
  });

  it('makes one account for concurrent requests, over both replicas', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () => createTemporaryAccount(auth, { idempotencyKey: 'together' })),
    );
    expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(1);
    expect(new Set(sessions.map((session) => callerOf(session).sessionId)).size).toBe(20);
    expect(await countUsers()).toBe(1);
  });

  it('keeps keys apart and stores none as it is', async () => {
    const one = await createTemporaryAccount(auth, { idempotencyKey: 'key one' });
    const two = await createTemporaryAccount(auth, { idempotencyKey: 'key two' });
    expect(two.user.id).not.toBe(one.user.id);
    const stored = await auth.sql<{ text: string }>(`SELECT encode(key_hash, 'escape') AS text FROM account_requests`);
    expect(stored.map(({ text }) => text).join()).not.toContain('key one');
  });

  it.each([
    ['a day later', `UPDATE account_requests SET created_at = now() - interval '24 hours 1 second'`],
    ['once the account is registered', 'UPDATE users SET is_anonymous = false'],
    ['once the account is banned', `UPDATE users SET banned_until = now() + interval '1 hour'`],
    ['once the account is deleted softly', 'UPDATE users SET deleted_at = now(), email = NULL'],
    ['once the account is deleted', 'DELETE FROM users'],
  ])('makes another account %s', async (_when, change) => {
    const first = await createTemporaryAccount(auth, { idempotencyKey: 'k' });
    await auth.sql(change);
    const second = await createTemporaryAccount(auth, { idempotencyKey: 'k' });
    const third = await createTemporaryAccount(auth, { idempotencyKey: 'k' });
    expect(second.user.id).not.toBe(first.user.id);
    expect(third.user.id).toBe(second.user.id);
  });

  it('refuses a key that is too long, naming the field', async () => {
    const call = auth.client.call(
      signInMessages.createTemporaryAccount,
      { idempotencyKey: 'x'.repeat(129) },
      contextOf(anon),
    );
    await expect(call).rejects.toMatchObject({ code: 'VALIDATION_FAILED', faults: [{ field: 'idempotencyKey' }] });
  });
});
