import { accountMessages, adminMessages, type RequestOf, type SessionAnswer, signInMessages } from '@haru/contracts';
import { createDataSource } from '@haru/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authDatabase } from '../src/database.js';
import { OneTimeTokens } from '../src/mail/tokens/one-time-tokens.js';
import {
  anon,
  type AuthUnderTest,
  callerOf,
  contextOf,
  createTemporaryAccount,
  startAuthUnderTest,
} from './auth-under-test.js';

const password = 'a fine password';
let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuthUnderTest({
    AUTH_ARGON2_MEMORY_KIB: '1024',
    AUTH_ARGON2_ITERATIONS: '1',
    AUTH_AUTOCONFIRM: 'on',
    AUTH_REAUTH_REQUIRED: 'on',
    AUTH_MANUAL_LINKING: 'on',
  });
}, 60_000);
afterAll(() => auth.close());
beforeEach(() => auth.reset());

async function register(email = 'somebody@example.com'): Promise<SessionAnswer> {
  const answer = await auth.client.call(signInMessages.signUp, { email, password }, contextOf(anon));
  if (!('access_token' in answer)) throw new Error('not signed in');
  return answer;
}
const update = (session: SessionAnswer, changes: Partial<RequestOf<typeof accountMessages.updateUser>>) =>
  auth.client.call(accountMessages.updateUser, changes, contextOf(callerOf(session)));
const signIn = (pass: string, email = 'somebody@example.com') =>
  auth.client.call(signInMessages.signInWithPassword, { email, password: pass }, contextOf(anon));

/** Returns the code that `reauthenticate` mails. */
async function mailedCode({ user }: SessionAnswer): Promise<string> {
  const dataSource = await createDataSource(authDatabase.options('auth-test', auth.config)).initialize();
  try {
    const tokens = new OneTimeTokens(auth.config.AUTH_REFRESH_TOKEN_SECRET);
    const token = { userId: user.id, slot: 'reauthentication', kind: 'reauthentication', address: user.email } as const;
    return (await dataSource.transaction((manager) => tokens.issue(manager, token))).code;
  } finally {
    await dataSource.destroy();
  }
}

describe('updateUser', () => {
  it('in a recent session a new password needs no code, ends the other sessions and announces that', async () => {
    const session = await register();
    const other = await signIn(password);
    await update(session, { password: 'quite another' });
    expect(await auth.sql('SELECT id FROM sessions')).toEqual([{ id: callerOf(session).sessionId }]);
    expect(auth.endedSessions).toContain(callerOf(other).sessionId);
    await expect(signIn(password)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await signIn('quite another');
  });

  it('a session older than a day needs the mailed code, which works once', async () => {
    const session = await register();
    await auth.sql("UPDATE sessions SET created_at = now() - interval '25 hours'");
    const change = { password: 'quite another' };
    await expect(update(session, change)).rejects.toMatchObject({ code: 'reauthentication_needed' });
    const nonce = await mailedCode(session);
    const wrong = nonce === '000000' ? '000001' : '000000';
    await expect(update(session, { ...change, nonce: wrong })).rejects.toMatchObject({
      code: 'reauthentication_not_valid',
    });
    await update(session, { ...change, nonce });
    await expect(update(session, { password: 'one more', nonce })).rejects.toMatchObject({
      code: 'reauthentication_not_valid',
    });
  });

  it('a given current password must be right', async () => {
    const session = await register();
    const change = { password: 'quite another', currentPassword: 'no idea' };
    await expect(update(session, change)).rejects.toMatchObject({ code: 'current_password_invalid' });
    await update(session, { ...change, currentPassword: password });
  });

  describe('of an account with a role', () => {
    const change = { password: 'quite another' };
    const registerStaff = async () => {
      const session = await register();
      await auth.sql(`UPDATE users SET haru_role = 'moderator'`);
      return session;
    };

    it('needs the current password', async () => {
      const session = await registerStaff();
      await expect(update(session, change)).rejects.toMatchObject({ code: 'current_password_required' });
      const wrong = { ...change, currentPassword: 'no idea' };
      await expect(update(session, wrong)).rejects.toMatchObject({ code: 'current_password_invalid' });
      await update(session, { ...change, currentPassword: password });
      await signIn('quite another');
    });

    it('or the mailed code, the only way without a password', async () => {
      const session = await registerStaff();
      await auth.sql('UPDATE users SET encrypted_password = NULL');
      const without = { ...change, currentPassword: password };
      await expect(update(session, without)).rejects.toMatchObject({ code: 'reauthentication_needed' });
      await update(session, { ...change, nonce: await mailedCode(session) });
      await signIn('quite another');
    });

    it('or a session that a mail has just opened, as after a forgotten password', async () => {
      const session = await registerStaff();
      const openedBefore = (minutes: number) =>
        auth.sql('UPDATE sessions SET amr = $1', [
          JSON.stringify([{ method: 'recovery', timestamp: Math.floor(Date.now() / 1000) - 60 * minutes }]),
        ]);
      await openedBefore(61);
      await expect(update(session, change)).rejects.toMatchObject({ code: 'current_password_required' });
      await openedBefore(59);
      await update(session, change);
      await signIn('quite another');
    });
  });

  it('a given code is checked, also if none is required', async () => {
    const session = await register();
    const change = { password: 'quite another', nonce: '000000' };
    await expect(update(session, change)).rejects.toMatchObject({ code: 'reauthentication_not_valid' });
    await signIn(password);
  });

  it('if addresses need no confirmation the new one applies immediately, and must be unique', async () => {
    const session = await register();
    await register('other@example.com');
    await expect(update(session, { email: 'other@example.com' })).rejects.toMatchObject({ code: 'email_exists' });
    expect(await update(session, { email: 'Moved@example.com' })).toMatchObject({ email: 'moved@example.com' });
    await signIn(password, 'moved@example.com');
  });

  it.each([
    ['password', { password: 'quite another' }],
    ['address', { email: 'moved@example.com' }],
  ])('a session that ends meanwhile does not change the %s', async (_what, change) => {
    const session = await register();
    const holder = await auth.connectToDatabase();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM users FOR UPDATE');
      const updated = expect(update(session, change)).rejects.toMatchObject({ code: 'session_not_found' });
      await auth.untilLockIsAwaited();
      await holder.query('DELETE FROM sessions');
      await holder.query('COMMIT');
      await updated;
    } finally {
      await holder.end();
    }
    await signIn(password);
  });

  it('changes nothing if the metadata is invalid', async () => {
    const session = await register();
    const change = { password: 'quite another', userMetadata: { a: 'x'.repeat(9000) } };
    await expect(update(session, change)).rejects.toMatchObject({ code: 'validation_failed' });
    await signIn(password);
  });
});

describe('a temporary account that becomes a registered one', () => {
  const confirmed = () => auth.sql(`SELECT aggregate_id, payload FROM outbox WHERE name = 'accountConfirmed'`);
  const eventOf = ({ user }: SessionAnswer) => ({ aggregate_id: user.id, payload: { accountId: user.id } });

  it('is published once, with its first address', async () => {
    const session = await createTemporaryAccount(auth);
    await update(session, { userMetadata: { name: '花' } });
    expect(await confirmed()).toEqual([]);
    await update(session, { email: 'first@example.com' });
    await update(session, { email: 'second@example.com' });
    await register();
    expect(await confirmed()).toEqual([eventOf(session)]);
  });

  it('is published only if the change is committed', async () => {
    await register();
    const session = await createTemporaryAccount(auth);
    const change = { email: 'first@example.com', userMetadata: { a: 'x'.repeat(9000) } };
    await expect(update(session, change)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(update(session, { email: 'somebody@example.com' })).rejects.toMatchObject({ code: 'email_exists' });
    expect(await confirmed()).toEqual([]);
  });

  it('is published when the service key sets its address', async () => {
    const session = await createTemporaryAccount(auth);
    for (const email of ['first@example.com', 'second@example.com']) {
      const request = { accountId: session.user.id, changes: { email } };
      await auth.client.call(adminMessages.adminUpdateUser, request, contextOf({ role: 'service_role' }));
    }
    expect(await confirmed()).toEqual([eventOf(session)]);
  });
});

describe('unlinkIdentity', () => {
  const unlink = (session: SessionAnswer, identityId: string) =>
    auth.client.call(accountMessages.unlinkIdentity, { identityId }, contextOf(callerOf(session)));

  it('keeps at least one way to sign in; without e-mail there is no password', async () => {
    const session = await register();
    const own = session.user.identities[0]?.identity_id ?? '';
    await expect(unlink(session, own)).rejects.toMatchObject({ code: 'single_identity_not_deletable' });
    await auth.sql(
      "INSERT INTO identities (id, user_id, provider, provider_id) VALUES (gen_random_uuid(), $1, 'web3', 'x')",
      [session.user.id],
    );
    await expect(unlink(session, session.user.id)).rejects.toMatchObject({ code: 'identity_not_found' });
    await expect(unlink(session, 'odd')).rejects.toMatchObject({ code: 'validation_failed', status: 404 });
    await unlink(session, own);
    const [user] = await auth.sql('SELECT email, encrypted_password, app_metadata FROM users');
    expect(user).toEqual({
      email: null,
      encrypted_password: null,
      app_metadata: { provider: 'web3', providers: ['web3'] },
    });
  });

  it('needs the second factor where there is one', async () => {
    const session = await register();
    const own = session.user.identities[0]?.identity_id ?? '';
    await auth.sql(
      "INSERT INTO identities (id, user_id, provider, provider_id) VALUES (gen_random_uuid(), $1, 'web3', 'x')",
      [session.user.id],
    );
    await auth.sql(
      "INSERT INTO factors (id, user_id, status, sealed_secret) VALUES (gen_random_uuid(), $1, 'verified', '')",
      [session.user.id],
    );
    await expect(unlink(session, own)).rejects.toMatchObject({ code: 'insufficient_aal' });
    expect(await auth.sql('SELECT FROM identities')).toHaveLength(2);
    await auth.sql("UPDATE sessions SET aal = 'aal2'");
    await unlink(session, own);
  });
});
