import { type SessionAnswer, sessionMessages, signInMessages, type UserAnswer } from '@haru/contracts';
import { createDataSource } from '@haru/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { authDatabase } from '../src/database.js';
import { MailRequest } from '../src/tables/mail/mail-request.entity.js';
import { contentOfMail } from '../src/mail/tokens/mail-tokens.js';
import { OneTimeTokens } from '../src/mail/tokens/one-time-tokens.js';
import { anon, type AuthUnderTest, contextOf, startAuthUnderTest } from './auth-under-test.js';

const cheapHashes = { AUTH_ARGON2_MEMORY_KIB: '1024', AUTH_ARGON2_ITERATIONS: '1' };
const email = 'somebody@example.com';
const password = 'a fine password';

let auth: AuthUnderTest;
let dataSource: DataSource;

beforeAll(async () => {
  auth = await startAuthUnderTest({ ...cheapHashes, AUTH_MAIL_INTERVAL: '0' });
  dataSource = await createDataSource(authDatabase.options('auth-test', auth.config)).initialize();
}, 60_000);
afterAll(async () => {
  await dataSource.destroy();
  await auth.close();
});
beforeEach(() => auth.reset());

const signUp = (on: AuthUnderTest = auth, address = email) =>
  on.client.call(signInMessages.signUp, { email: address, password }, contextOf(anon));
const verify = (tokenHash: string) =>
  auth.client.call(signInMessages.verifyToken, { type: 'signup', tokenHash }, contextOf(anon));

/** Makes the token of the newest request with an account, as the mail worker does. */
async function newestMail(): Promise<{ tokenHash: string; code: string }> {
  return dataSource.transaction(async (manager) => {
    const [request] = await manager.find(MailRequest, { order: { createdAt: 'DESC' }, take: 1 });
    if (!request) throw new Error('no mail was asked for');
    const tokens = new OneTimeTokens(auth.config.AUTH_REFRESH_TOKEN_SECRET);
    const content = await contentOfMail(manager, tokens, request);
    return content?.token ?? { tokenHash: '', code: '' };
  });
}
const tokenOfNewestMail = async () => (await newestMail()).tokenHash;

const isAccount = (answer: SessionAnswer | UserAnswer): answer is UserAnswer => !('access_token' in answer);

describe('signUp', () => {
  it('concurrent sign-ups with one address make one account and get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp()));
    expect(new Set(answers.filter(isAccount).map(({ id }) => id)).size).toBe(1);
    expect(await auth.sql('SELECT 1 FROM users')).toHaveLength(1);
    expect(await auth.sql('SELECT 1 FROM identities')).toHaveLength(1);
  });

  it('publishes an event of ids only, and stores neither password nor token', async () => {
    await signUp();
    const [event] = await auth.sql<{ payload: object }>("SELECT payload FROM outbox WHERE name = 'mailRequested'");
    expect(Object.keys(event?.payload ?? {}).sort()).toEqual(['accountId', 'kind', 'mailRequestId']);
    const token = await tokenOfNewestMail();
    const rows = await auth.sql(
      `SELECT to_jsonb(users) AS row FROM users UNION ALL SELECT to_jsonb(mail_requests) FROM mail_requests
       UNION ALL SELECT to_jsonb(one_time_tokens) FROM one_time_tokens`,
    );
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('with a confirmed address writes the same rows, with a random account id', async () => {
    await signUp();
    await verify(await tokenOfNewestMail());
    const before = await auth.sql('SELECT * FROM users');
    await auth.sql('TRUNCATE outbox, mail_requests, mail_intervals');
    const answer = await signUp();
    expect(isAccount(answer) && { role: answer.role, identities: answer.identities }).toEqual({
      role: '',
      identities: [],
    });
    expect(await auth.sql('SELECT * FROM users')).toEqual(before);
    expect(await auth.sql('SELECT 1 FROM outbox')).toHaveLength(1);
    expect(await auth.sql('SELECT 1 FROM mail_requests')).toHaveLength(1);
    expect(await tokenOfNewestMail()).toBe('');
  });

  it('gives a session immediately if addresses need no confirmation, and refuses a taken address', async () => {
    const other = await startAuthUnderTest({ ...cheapHashes, AUTH_AUTOCONFIRM: 'on' });
    try {
      const answer = await signUp(other);
      expect(isAccount(answer)).toBe(false);
      await expect(signUp(other)).rejects.toMatchObject({ code: 'user_already_exists' });
    } finally {
      await other.close();
    }
  });
});

describe('verifyToken', () => {
  it('concurrent uses of one link open one session', async () => {
    await signUp();
    const token = await tokenOfNewestMail();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => verify(token)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'otp_expired' });
    }
    expect(await auth.sql('SELECT 1 FROM sessions')).toHaveLength(1);
  });
});

describe('a code', () => {
  const tryCode = (token: string) =>
    auth.client.call(signInMessages.verifyToken, { type: 'email', email, token }, contextOf(anon));
  const refused = (token: string) => expect(tryCode(token)).rejects.toMatchObject({ code: 'otp_expired' });

  it('is locked by ten wrong codes, also concurrent ones; the link still works', async () => {
    await signUp();
    const { tokenHash, code } = await newestMail();
    const wrong = Array.from({ length: 60 }, (_, index) => String(index).padStart(6, '0')).filter((c) => c !== code);
    const outcomes = await Promise.allSettled(wrong.map(tryCode));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await auth.sql('SELECT code_failures FROM one_time_tokens')).toEqual([{ code_failures: 10 }]);
    await expect(tryCode(code)).rejects.toMatchObject({ code: 'otp_expired' });
    await verify(tokenHash);
  });

  it('is not unlocked by the next mail, but when the last mail has expired', async () => {
    await signUp();
    const first = await newestMail();
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
    for (let guess = 0; guess < 9; guess++) await refused(wrong(first.code));
    await signUp();
    const second = await newestMail();
    await refused(wrong(second.code));
    await refused(second.code);
    await signUp();
    const third = await newestMail();
    await refused(third.code);
    expect(await auth.sql('SELECT code_failures FROM one_time_tokens')).toEqual([{ code_failures: 10 }]);
    await auth.sql('UPDATE one_time_tokens SET expires_at = now()');
    await signUp();
    const fourth = await newestMail();
    expect(await auth.sql('SELECT code_failures FROM one_time_tokens')).toEqual([{ code_failures: 0 }]);
    await tryCode(fourth.code);
  });

  it('that is locked does not lock the link of the next mail', async () => {
    await signUp();
    const { code } = await newestMail();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 10; guess++) await refused(wrong);
    await signUp();
    await verify(await tokenOfNewestMail());
  });
});

describe('signInWithPassword', () => {
  it('leaves places for other requests while as many as may wait for a hash do wait', async () => {
    const blocking = await auth.connectToDatabase();
    await blocking.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    const signIns = Array.from({ length: 150 }, () =>
      auth.client.call(signInMessages.signInWithPassword, { email, password }, contextOf(anon)),
    );
    const outcomes = Promise.allSettled(signIns);
    try {
      await auth.untilLockIsAwaited();
      await auth.client.call(sessionMessages.getJwks, {}, contextOf(anon), { timeoutMs: 2_000 });
    } finally {
      await blocking.end();
    }
    expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('refuses with Retry-After if too many hashes wait', async () => {
    const busy = await startAuthUnderTest({ AUTH_PASSWORD_CONCURRENCY: '1', AUTH_PASSWORD_MAX_WAIT_MS: '100' });
    try {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, () =>
          busy.client.call(signInMessages.signInWithPassword, { email, password }, contextOf(anon)),
        ),
      );
      const codes = outcomes.map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'signed in',
      );
      expect(new Set(codes)).toEqual(new Set(['invalid_credentials', 'SERVICE_BUSY']));
    } finally {
      await busy.close();
    }
  });
});
