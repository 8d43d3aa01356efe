import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SessionAnswer, sessionMessages, userAnswerSchema } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import {
  type AuthUnderTest,
  anon,
  callerOf,
  contextOf,
  createTemporaryAccount,
  getUser,
  startAuthUnderTest,
} from './auth-under-test.js';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuthUnderTest();
});
beforeEach(() => auth.reset());
afterAll(() => auth.close());

const stateOf = async (session: SessionAnswer) =>
  (await auth.client.call(sessionMessages.checkSession, callerOf(session), contextOf(anon))).state;

describe('getUser', () => {
  it('answers the calling account as its session showed it', async () => {
    const session = await createTemporaryAccount(auth);
    await expect(getUser(auth, session)).resolves.toEqual(session.user);
  });

  it('shows dates that are set, and never a hash', async () => {
    const session = await createTemporaryAccount(auth);
    await auth.sql(`UPDATE users SET email_confirmed_at = '2030-01-02T03:04:05Z', encrypted_password = 'a hash'`);
    const user = await getUser(auth, session);
    expect(user).toMatchObject({
      email_confirmed_at: '2030-01-02T03:04:05.000Z',
      confirmed_at: '2030-01-02T03:04:05.000Z',
    });
    expect(userAnswerSchema.strict().parse(user)).toEqual(user);
    expect(JSON.stringify(user)).not.toContain('a hash');
  });

  it('works again after the database cut every connection', async () => {
    const session = await createTemporaryAccount(auth);
    await auth.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const user = await waitFor(() => getUser(auth, session), { what: 'an answer over another connection' });
    expect(user).toEqual(session.user);
  });

  it.each(['anon', 'service_role'] as const)('refuses a caller that is no account: %s', async (role) => {
    const call = auth.client.call(sessionMessages.getUser, {}, contextOf({ role }));
    await expect(call).rejects.toMatchObject({ code: 'no_authorization' });
  });
});

describe('getUser and checkSession', () => {
  it.each([
    ['the session ended', 'DELETE FROM sessions', 'session_not_found'],
    ['the account is deleted', 'DELETE FROM users', 'user_not_found'],
    ['the account is deleted softly', 'UPDATE users SET deleted_at = now()', 'user_not_found'],
    ['the account is banned', `UPDATE users SET banned_until = now() + interval '1 hour'`, 'user_banned'],
  ])('agree that %s', async (_what, change, state) => {
    const session = await createTemporaryAccount(auth);
    expect(await stateOf(session)).toBe('live');
    await auth.sql(change);
    expect(await stateOf(session)).toBe(state);
    await expect(getUser(auth, session)).rejects.toMatchObject({ code: state });
  });

  it('agree that another account’s session is refused', async () => {
    const [mine, theirs] = [await createTemporaryAccount(auth), await createTemporaryAccount(auth)];
    const mixed = { ...callerOf(mine), sessionId: callerOf(theirs).sessionId };
    const check = auth.client.call(sessionMessages.checkSession, mixed, contextOf(anon));
    await expect(check).resolves.toEqual({ state: 'session_not_found' });
    const call = auth.client.call(sessionMessages.getUser, {}, contextOf(mixed));
    await expect(call).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it('agree that an unknown account is refused', async () => {
    const unknown = { accountId: randomUUID(), sessionId: randomUUID() };
    const check = auth.client.call(sessionMessages.checkSession, unknown, contextOf(anon));
    await expect(check).resolves.toEqual({ state: 'user_not_found' });
  });

  it('answers checkSession to a caller of any role, with the account’s current state', async () => {
    const session = await createTemporaryAccount(auth);
    const check = () =>
      auth.client.call(sessionMessages.checkSession, callerOf(session), contextOf({ role: 'service_role' }));
    expect(await check()).toEqual({ state: 'live', isAnonymous: true });
    await auth.sql('UPDATE users SET is_anonymous = false');
    expect(await check()).toEqual({ state: 'live', isAnonymous: false });
  });
});
