import { randomUUID } from 'node:crypto';
import { accountMessages, factorMessages, type SessionAnswer } from '@haru/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Client } from 'pg';
import { anon, type AuthUnderTest, callerOf, contextOf, startAuthUnderTest } from './auth-under-test.js';

const email = 'somebody@example.com';
const password = 'a fine password';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuthUnderTest({
    AUTH_ARGON2_MEMORY_KIB: '1024',
    AUTH_ARGON2_ITERATIONS: '1',
    AUTH_AUTOCONFIRM: 'on',
  });
}, 60_000);
afterAll(() => auth.close());
beforeEach(() => auth.reset());

async function register(): Promise<SessionAnswer> {
  const answer = await auth.client.call(accountMessages.signUp, { email, password }, contextOf(anon));
  if (!('access_token' in answer)) throw new Error('not signed in');
  return answer;
}
const signIn = () => auth.client.call(accountMessages.signInWithPassword, { email, password }, contextOf(anon));

async function enrol(session: SessionAnswer) {
  const request = { factorType: 'totp', friendlyName: randomUUID() };
  const { id, totp } = await auth.client.call(factorMessages.enrolFactor, request, contextOf(callerOf(session)));
  return { id, secret: totp.secret };
}

async function verify(session: SessionAnswer, { id: factorId, secret }: { id: string; secret: string }) {
  const context = contextOf(callerOf(session));
  const { id: challengeId } = await auth.client.call(factorMessages.challengeFactor, { factorId }, context);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  return auth.client.call(factorMessages.verifyFactor, { factorId, challengeId, code }, context);
}

const factors = () => auth.sql<{ id: string; status: string }>('SELECT id, status FROM factors ORDER BY created_at');

describe('verifyFactor, once there is a second factor', () => {
  it('adds another one only in a session that showed the first', async () => {
    const session = await register();
    await verify(session, await enrol(session));
    const another = await enrol(session);
    const withPassword = await signIn();
    await expect(verify(withPassword, another)).rejects.toMatchObject({ code: 'insufficient_aal', status: 403 });
    expect((await factors()).map(({ status }) => status)).toEqual(['verified', 'unverified']);
    expect(await verify(session, another)).toMatchObject({ token_type: 'bearer' });
    expect((await factors()).map(({ status }) => status)).toEqual(['verified', 'verified']);
  });
});

describe('while another transaction locks the account’s factors', () => {
  let holder: Client;
  beforeEach(async () => {
    holder = await auth.connectToDatabase();
    await holder.query('BEGIN');
  });
  afterEach(() => holder.end());

  it('verifyFactor waits, and leaves no unverified factor', async () => {
    const session = await register();
    const factor = await enrol(session);
    await holder.query('SELECT FROM users FOR UPDATE');
    const verified = verify(session, factor);
    await auth.untilLockIsAwaited();
    await holder.query(
      `INSERT INTO factors (id, user_id, friendly_name, sealed_secret) SELECT gen_random_uuid(), id, 'late', '' FROM users`,
    );
    await holder.query('COMMIT');
    await verified;
    expect(await factors()).toEqual([{ id: factor.id, status: 'verified' }]);
  });

  it('unenrolFactor waits, and finds the remaining factors', async () => {
    const session = await register();
    const { id: factorId } = await enrol(session);
    await holder.query('SELECT FROM users FOR UPDATE');
    const removed = expect(
      auth.client.call(factorMessages.unenrolFactor, { factorId }, contextOf(callerOf(session))),
    ).rejects.toMatchObject({ code: 'mfa_factor_not_found' });
    await auth.untilLockIsAwaited();
    // As an account is deleted: the account, its sessions, then its factors. The reverse order could deadlock.
    await holder.query('DELETE FROM sessions');
    await holder.query('DELETE FROM factors');
    await holder.query('COMMIT');
    await removed;
  });
});
