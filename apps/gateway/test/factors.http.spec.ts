import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  newRecoveryCodesAnswerSchema,
  recoveryCodesAnswerSchema,
  sessionsAnswerSchema,
  useRecoveryCodeAnswerSchema,
} from '@haru/contracts';
import { query, waitFor } from '@haru/testing';
import { decodeJwt } from 'jose';
import { Secret } from 'otpauth';
import {
  expectRefused,
  makeAccount,
  password,
  publicClient,
  serviceClient,
  signedIn,
  type TestClient,
} from './accounts-of-tests.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { RunningSystem } from './start-system.js';
import { codeOf, previousCodeOf } from './totp-codes.js';

let system: RunningSystem;
let email: string | undefined;
let accountId: string;
let client: TestClient;

beforeAll(async () => {
  system = await sharedSystem();
}, START_WITHIN_MS);
beforeEach(async () => {
  ({ email, id: accountId } = await makeAccount(system));
  client = await signedIn(system, email);
});

const sql = <Row extends object>(statement: string, values: unknown[] = []) =>
  query<Row>(system.authDatabaseUrl, statement, values);

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function enrol(name: string = randomUUID()) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret, data };
}

async function verified() {
  const factor = await enrol();
  const answer = await client.auth.mfa.challengeAndVerify({
    factorId: factor.factorId,
    code: await previousCodeOf(factor.secret),
  });
  if (answer.error) throw answer.error;
  return { ...factor, session: answer.data };
}

const claimsOf = async () => decodeJwt((await client.auth.getSession()).data.session?.access_token ?? '');

describe('enrolment', () => {
  it('gives secret, address and picture, once', async () => {
    const { data, secret, factorId } = await enrol('電話');
    expect(data).toMatchObject({ type: 'totp', friendly_name: '電話' });
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[\s\S]*<\/svg>\s*$/);
    expect(new URL(data.totp.uri).searchParams.get('secret')).toBe(secret);
    const { data: factors } = await client.auth.mfa.listFactors();
    expect(factors?.all).toMatchObject([{ id: factorId, status: 'unverified', factor_type: 'totp' }]);
    expect(JSON.stringify(factors)).not.toContain(secret);
    // Reading the database is not enough to make codes.
    const [row] = await sql<{ sealed_secret: Buffer }>('SELECT sealed_secret FROM factors WHERE id = $1', [factorId]);
    expect(row?.sealed_secret.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  });

  it('refuses other types, a name twice, an eleventh and temporary accounts', async () => {
    const enrolAs = (body: object) => client.auth.mfa.enroll(body as { factorType: 'totp'; friendlyName: string });
    expectRefused(await enrolAs({ factorType: 'sms' }), 400, 'validation_failed');
    expectRefused(await enrolAs({ factorType: 'phone', phone: '+81' }), 422, 'mfa_phone_enroll_not_enabled');
    await enrol('one');
    expectRefused(await enrolAs({ factorType: 'totp', friendlyName: 'one' }), 422, 'mfa_factor_name_conflict');
    for (let count = 2; count <= 10; count++) await enrol();
    expectRefused(await enrolAs({ factorType: 'totp', friendlyName: 'x' }), 422, 'too_many_enrolled_mfa_factors');
    const temporary = publicClient(system);
    await temporary.auth.signInAnonymously();
    expectRefused(await temporary.auth.mfa.enroll({ factorType: 'totp' }), 403, 'no_authorization');
  });

  it('deletes factors that were never verified', async () => {
    const { factorId } = await enrol('slow');
    await sql(`UPDATE factors SET created_at = now() - interval '301 seconds' WHERE id = $1`, [factorId]);
    expectRefused(await client.auth.mfa.challenge({ factorId }), 404, 'mfa_factor_not_found');
    await enrol('slow');
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('counts an empty name as a name', async () => {
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
    expectRefused(await client.auth.mfa.enroll({ factorType: 'totp' }), 422, 'mfa_factor_name_conflict');
  });
});

describe('verifying', () => {
  it('raises this session to aal2 and ends the account’s other ones at aal1', async () => {
    const other = await signedIn(system, email);
    const before = await claimsOf();
    const { session } = await verified();
    const after = decodeJwt(session.access_token);
    expect(after).toMatchObject({ session_id: before['session_id'], aal: 'aal2' });
    expect(after['amr']).toMatchObject([{ method: 'totp' }, { method: 'password' }]);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
    await waitFor(async () => (await other.auth.getUser()).error !== null, { timeoutMs: 1_000, what: 'the end' });
    const again = await signedIn(system, email);
    expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
  });

  it('keeps aal2 over a refresh, and takes no refresh token of before', async () => {
    const old = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    await verified();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await claimsOf()).toMatchObject({ aal: 'aal2' });
    const answer = await publicClient(system).auth.refreshSession({ refresh_token: old });
    expectRefused(answer, 400, 'refresh_token_already_used');
  });

  it('refuses a wrong code, a used one, an unknown challenge, an expired one and none', async () => {
    const { factorId, secret } = await enrol();
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    const challengeId = challenge?.id ?? '';
    expect((challenge?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290);
    const verify = (code: string, id = challengeId) => client.auth.mfa.verify({ factorId, challengeId: id, code });
    const code = codeOf(secret);
    expectRefused(await verify(wrong(code)), 422, 'mfa_verification_failed');
    expectRefused(await verify(code, randomUUID()), 422, 'mfa_factor_not_found');
    expectRefused(await verify(''), 400, 'validation_failed');
    expect((await verify(code)).error).toBeNull();
    // Challenge and code are each valid once.
    expectRefused(await verify(codeOf(secret, 1)), 422, 'mfa_factor_not_found');
    expectRefused(await client.auth.mfa.challengeAndVerify({ factorId, code }), 422, 'mfa_verification_failed');
    const late = (await client.auth.mfa.challenge({ factorId })).data?.id ?? '';
    await sql('UPDATE factor_challenges SET expires_at = now() WHERE id = $1', [late]);
    expectRefused(await verify(codeOf(secret, 1), late), 422, 'mfa_challenge_expired');
  });

  it('closes a factor for a while after ten wrong codes, from any session, and for longer after ten more', async () => {
    const { factorId, secret } = await enrol();
    const tryCode = (code: string) => client.auth.mfa.challengeAndVerify({ factorId, code });
    const tenWrong = async () => {
      for (let tries = 0; tries < 10; tries++) await tryCode(wrong(codeOf(secret)));
    };
    const letPass = (minutes: number) =>
      sql('UPDATE factors SET failures_since = now() - make_interval(mins => $2) WHERE id = $1', [factorId, minutes]);
    await tenWrong();
    expectRefused(await tryCode(codeOf(secret)), 429, 'over_request_rate_limit');
    await letPass(15);
    // A right code in between does not allow more wrong ones.
    expect((await tryCode(codeOf(secret))).error).toBeNull();
    await tenWrong();
    await letPass(55);
    expectRefused(await tryCode(codeOf(secret, 1)), 429, 'over_request_rate_limit');
    await letPass(60);
    expect((await tryCode(codeOf(secret, 1))).error).toBeNull();
  });

  it('does not find another account’s factor', async () => {
    const { factorId } = await enrol();
    const stranger = await signedIn(system, (await makeAccount(system)).email);
    expectRefused(await stranger.auth.mfa.challenge({ factorId }), 404, 'mfa_factor_not_found');
    expectRefused(await stranger.auth.mfa.unenroll({ factorId }), 404, 'mfa_factor_not_found');
    expectRefused(await client.auth.mfa.challenge({ factorId: randomUUID() }), 404, 'mfa_factor_not_found');
  });

  it('uses one code once, however many ask at the same time', async () => {
    const { factorId, secret } = await enrol();
    const challenges = await Promise.all(
      Array.from({ length: 4 }, async () => (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''),
    );
    const { data } = await client.auth.getSession();
    const answers = await Promise.all(
      challenges.map((challenge_id) =>
        system.call(`/auth/v1/factors/${factorId}/verify`, {
          method: 'POST',
          token: data.session?.access_token,
          json: { challenge_id, code: codeOf(secret) },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });
});

describe('what needs aal2 once there is a factor', () => {
  it('is adding a further factor, and removing one', async () => {
    const { factorId } = await verified();
    client = await signedIn(system, email);
    expectRefused(await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'x' }), 403, 'insufficient_aal');
    expectRefused(await client.auth.mfa.unenroll({ factorId }), 422, 'insufficient_aal');
    expectRefused(await client.auth.updateUser({ password: 'another password' }), 401, 'insufficient_aal');
  });
});

describe('leaving for good', () => {
  const leave = async () => {
    const token = (await client.auth.getSession()).data.session?.access_token;
    const answer = await system.call('/functions/v1/delete-account', { method: 'POST', token });
    return { status: answer.status, body: await answer.json() };
  };

  it('needs the second factor where there is one', async () => {
    const { factorId, secret } = await verified();
    client = await signedIn(system, email);
    expect(await leave()).toEqual({
      status: 403,
      body: {
        success: false,
        code: 'insufficient_aal',
        error: 'AAL2 session is required: verify a second factor first',
      },
    });
    expect(await sql('SELECT FROM users WHERE id = $1', [accountId])).toHaveLength(1);
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await leave()).toMatchObject({ status: 200 });
    expect(await sql('SELECT FROM users WHERE id = $1', [accountId])).toEqual([]);
  });
});

describe('removing', () => {
  it('drops sessions to aal1 and asks for the notice', async () => {
    const { factorId } = await verified();
    const { data, error } = await client.auth.mfa.unenroll({ factorId });
    expect([error, data]).toMatchObject([null, { id: factorId }]);
    await client.auth.refreshSession();
    expect(await claimsOf()).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
    expect(await sql('SELECT kind, address FROM mail_requests WHERE user_id = $1', [accountId])).toEqual([
      { kind: 'notice_factor_removed', address: email },
    ]);
  });

  it('is possible for the service key', async () => {
    const { factorId } = await verified();
    const { admin } = serviceClient(system).auth;
    const listed = await admin.mfa.listFactors({ userId: accountId });
    expect(listed.data?.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect((await admin.mfa.deleteFactor({ userId: accountId, id: factorId })).error).toBeNull();
    expectRefused(await admin.mfa.deleteFactor({ userId: accountId, id: factorId }), 404, 'mfa_factor_not_found');
    expectRefused(await admin.mfa.listFactors({ userId: randomUUID() }), 404, 'user_not_found');
    const stranger = await publicClient(system).auth.admin.mfa.listFactors({ userId: accountId });
    expectRefused(stranger, 403, 'not_admin');
  });
});

const tokenOf = async (of = client) => (await of.auth.getSession()).data.session?.access_token ?? '';

describe('recovery codes', () => {
  const make = async () => {
    const answer = await system.call('/functions/v1/recovery-codes', { method: 'POST', token: await tokenOf() });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return newRecoveryCodesAnswerSchema.parse(await answer.json()).recovery_codes.codes;
  };
  const use = async (code: unknown, token?: string) =>
    system.call('/functions/v1/use-recovery-code', { method: 'POST', token, json: { code } });

  it('finish signing in, for the unmodified client too', async () => {
    await verified();
    const codes = await make();
    const half = await signedIn(system, email);
    const token = await tokenOf(half);
    // With the password alone the codes can be used, but neither counted nor renewed.
    for (const method of ['GET', 'POST']) {
      const answer = await system.call('/functions/v1/recovery-codes', { method, token });
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 403,
        body: { code: 'insufficient_aal' },
      });
    }
    const refused = await use('00000-00000', token);
    expect({ status: refused.status, body: await refused.json() }).toEqual({
      status: 422,
      body: {
        success: false,
        code: 'RECOVERY_CODE_INVALID',
        error: 'リカバリーコードが正しくないか、使用済みです',
      },
    });
    const { session } = useRecoveryCodeAnswerSchema.parse(await (await use(codes[0], token)).json());
    expect((await half.auth.setSession(session)).error).toBeNull();
    expect((await half.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' });
    const left = await system.call('/functions/v1/recovery-codes', { token: await tokenOf(half) });
    expect(recoveryCodesAnswerSchema.parse(await left.json()).recovery_codes).toMatchObject({ remaining: 9 });
    expect((await half.auth.refreshSession()).error).toBeNull();
  });

  it('are refused after ten wrong ones, with the time to wait', async () => {
    await verified();
    const [code] = await make();
    const token = await tokenOf(await signedIn(system, email));
    for (let tries = 0; tries < 10; tries++) expect((await use('wrong', token)).status).toBe(422);
    const answer = await use(code, token);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  it('need an account, an authenticator app and a text', async () => {
    expect((await use('x')).status).toBe(401);
    expect((await use(1, await tokenOf())).status).toBe(400);
    const answer = await system.call('/functions/v1/recovery-codes', { method: 'POST', token: await tokenOf() });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 404,
      body: { code: 'mfa_factor_not_found' },
    });
  });
});

describe('the sessions of an account', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
  const list = async () => {
    const answer = await system.call('/functions/v1/sessions', { token: await tokenOf() });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return sessionsAnswerSchema.parse(await answer.json()).sessions;
  };
  const end = (id: string) =>
    tokenOf().then((token) => system.call(`/functions/v1/sessions/${id}`, { method: 'DELETE', token }));

  it('say on which device and network they are, and can be ended', async () => {
    const opened = await system.call('/auth/v1/token?grant_type=password', {
      method: 'POST',
      json: { email, password },
      headers: { 'user-agent': firefox },
    });
    const { access_token: there } = (await opened.json()) as { access_token: string };
    const [current, other, ...rest] = await list();
    expect(rest).toEqual([]);
    expect(current).toMatchObject({ current: true, id: (await claimsOf())['session_id'] });
    expect(other).toMatchObject({ current: false, browser: 'Firefox', system: 'Linux', network: '127.0.0.0/24' });
    const user = () => system.call('/auth/v1/user', { token: there });
    expect((await user()).status).toBe(200);
    expect((await end(other?.id ?? '')).status).toBe(200);
    await waitFor(async () => (await user()).status === 403, { timeoutMs: 1_000, what: 'the end of the session' });
    expect(await list()).toHaveLength(1);
  });

  it('belong to it alone, and have ids', async () => {
    const stranger = await signedIn(system, (await makeAccount(system)).email);
    const id = String(decodeJwt(await tokenOf(stranger))['session_id']);
    expect((await end(id)).status).toBe(200);
    expect((await stranger.auth.getUser()).error).toBeNull();
    expect((await end('x')).status).toBe(400);
    expect((await system.call('/functions/v1/sessions')).status).toBe(401);
  });
});

describe('ways in that are not configured', () => {
  it('are refused by name', async () => {
    const { auth } = publicClient(system);
    expectRefused(await auth.signInWithIdToken({ provider: 'google', token: 'a.b.c' }), 400, 'provider_disabled');
    const web3 = { chain: 'ethereum', message: 'x', signature: '0x00' } as const;
    expectRefused(await auth.signInWithWeb3(web3), 422, 'web3_provider_disabled');
  });
});
