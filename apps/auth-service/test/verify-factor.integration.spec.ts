import { randomUUID } from 'node:crypto';
import { factorMessages, recoveryCodeMessages, type SessionAnswer, signInMessages } from '@haru/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Client } from 'pg';
import {
  anon,
  type AuthUnderTest,
  callerOf,
  claimsOf,
  contextOf,
  refresh,
  startAuthUnderTest,
} from './auth-under-test.js';

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
  const answer = await auth.client.call(signInMessages.signUp, { email, password }, contextOf(anon));
  if (!('access_token' in answer)) throw new Error('not signed in');
  return answer;
}
const signIn = () => auth.client.call(signInMessages.signInWithPassword, { email, password }, contextOf(anon));

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
    // A deletion locks the account, its sessions, then its factors. The reverse order could deadlock.
    await holder.query('DELETE FROM sessions');
    await holder.query('DELETE FROM factors');
    await holder.query('COMMIT');
    await removed;
  });
});

describe('recovery codes', () => {
  const create = async (session: SessionAnswer) =>
    (await auth.client.call(recoveryCodeMessages.createRecoveryCodes, {}, contextOf(callerOf(session)))).codes;
  const state = async (session: SessionAnswer) =>
    (await auth.client.call(recoveryCodeMessages.getRecoveryCodes, {}, contextOf(callerOf(session)))).codes;
  const use = (session: SessionAnswer, code = '') =>
    auth.client.call(recoveryCodeMessages.useRecoveryCode, { code }, contextOf(callerOf(session)));
  const isInvalid = { code: 'RECOVERY_CODE_INVALID' };
  const letPass = (minutes: number) =>
    auth.sql('UPDATE recovery_codes SET failures_since = now() - make_interval(mins => $1)', [minutes]);

  /** Makes an account that is signed in with its authenticator app, and its recovery codes. */
  async function secured() {
    const session = await register();
    const factor = await enrol(session);
    const owner = await verify(session, factor);
    return { owner, factor, codes: await create(owner) };
  }

  it('are ten, each of which raises a session to aal2 once', async () => {
    const { owner, codes } = await secured();
    expect(new Set(codes).size).toBe(10);
    expect(await state(owner)).toEqual({ remaining: 10, createdAt: expect.stringMatching(/Z$/) });
    const session = await signIn();
    const another = await signIn();
    const raised = await use(session, codes[3]?.toUpperCase().replace('-', ' '));
    expect(claimsOf(raised)).toMatchObject({
      session_id: claimsOf(session)['session_id'],
      aal: 'aal2',
      amr: [{ method: 'recovery_code' }, { method: 'password' }],
    });
    expect(await state(raised)).toMatchObject({ remaining: 9 });
    // A code of the app has the same effect: older refresh tokens and sessions with only the password end.
    await expect(refresh(auth, session.refresh_token)).rejects.toMatchObject({ code: 'refresh_token_already_used' });
    await expect(use(another, codes[4])).rejects.toMatchObject({ code: 'session_not_found' });
    await expect(use(await signIn(), codes[3])).rejects.toMatchObject(isInvalid);
  });

  it('are stored as hashes only, and each use is in the audit log', async () => {
    const { codes } = await secured();
    await use(await signIn(), codes[0]);
    const [row] = await auth.sql<{ code_hashes: Buffer[] }>('SELECT * FROM recovery_codes');
    expect(row?.code_hashes).toHaveLength(9);
    const entries = await auth.sql('SELECT * FROM audit_log ORDER BY id DESC LIMIT 1');
    expect(entries).toMatchObject([{ action: 'signIn', details: { method: 'recovery_code', remaining: 9 } }]);
    const stored = JSON.stringify([row, entries]) + String(row?.code_hashes.map((hash) => hash.toString('latin1')));
    for (const code of codes) for (const part of code.split('-')) expect(stored).not.toContain(part);
  });

  it('are used once, however many ask at the same time', async () => {
    const { codes } = await secured();
    const session = await signIn();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => use(session, codes[0])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('end when they are renewed, which takes a session with the second factor', async () => {
    const { owner, codes } = await secured();
    const session = await signIn();
    await expect(create(session)).rejects.toMatchObject({ code: 'insufficient_aal', status: 403 });
    const renewed = await create(owner);
    await expect(use(session, codes[0])).rejects.toMatchObject(isInvalid);
    await expect(use(session, renewed[0])).resolves.toMatchObject({ token_type: 'bearer' });
  });

  it('are locked for a while after ten wrong ones, also for the right one and after renewing', async () => {
    const { owner, codes } = await secured();
    const session = await signIn();
    for (let tries = 0; tries < 10; tries += 1) await expect(use(session, 'wrong')).rejects.toMatchObject(isInvalid);
    await expect(use(session, codes[0])).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: expect.any(Number),
    });
    const [renewed] = await create(owner);
    await expect(use(session, renewed)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await letPass(15);
    await expect(use(session, renewed)).resolves.toMatchObject({ token_type: 'bearer' });
  });

  it('end with the last authenticator app, and so does what they raised', async () => {
    const { factor, codes } = await secured();
    const session = await signIn();
    const raised = await use(session, codes[0]);
    const request = { factorId: factor.id };
    await auth.client.call(factorMessages.unenrolFactor, request, contextOf(callerOf(raised)));
    expect(await auth.sql('SELECT FROM recovery_codes')).toEqual([]);
    expect(claimsOf(await refresh(auth, raised.refresh_token))).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    await expect(use(session, codes[1])).rejects.toMatchObject(isInvalid);
  });

  it('are there only for an account with an authenticator app', async () => {
    const session = await register();
    await expect(create(session)).rejects.toMatchObject({ code: 'mfa_factor_not_found' });
    expect(await state(session)).toBeNull();
    await expect(use(session, 'whatever')).rejects.toMatchObject(isInvalid);
  });
});
