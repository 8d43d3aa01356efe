import { randomUUID } from 'node:crypto';
import {
  accountMessages,
  adminMessages,
  type Caller,
  mailInternalMessages,
  ServiceError,
  signInMessages,
} from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createDataSource } from '@haru/database';
import { Outbox } from '@haru/events';
import { startProxy } from '@haru/testing';
import { Redis } from 'ioredis';
import { authDatabase } from '../src/database.js';
import { Counters } from '../src/mail/requests/counters.js';
import { MailIntervals } from '../src/mail/requests/mail-intervals.js';
import { MailLimits } from '../src/mail/requests/mail-limits.js';
import { MailRequests } from '../src/mail/requests/mail-requests.js';
import { anon, type AuthUnderTest, callerOf, contextOf, startAuthUnderTest } from './auth-under-test.js';

const service: Caller = { role: 'service_role' };
const password = 'harunohi-1';

let auth: AuthUnderTest;
let redis: Redis;

beforeAll(async () => {
  // The limits apply to two replicas together: in an hour four mails about known addresses, six to recover, eight to
  // unknown addresses, and four to one address; in a day six. An account names four addresses an hour.
  auth = await startAuthUnderTest({
    AUTH_MAIL_LIMIT: '2',
    AUTH_MAIL_LIMIT_RECOVERY: '3',
    AUTH_MAIL_LIMIT_UNKNOWN: '4',
    AUTH_MAIL_ADDRESS_HOURLY: '2',
    AUTH_MAIL_ADDRESS_DAILY: '3',
    AUTH_NAMED_ADDRESSES: '2',
    AUTH_RATE_LIMITS: '2',
    AUTH_MAIL_INTERVAL: '0',
    AUTH_ARGON2_MEMORY_KIB: '1024',
  });
  redis = new Redis(auth.redis.url);
}, 60_000);
afterAll(async () => {
  redis.disconnect();
  await auth.close();
});
beforeEach(async () => {
  await auth.reset();
  await forget('limit:*');
});

const address = () => `${randomUUID()}@example.com`;
const addresses = (count: number) => Array.from({ length: count }, address);
const recover = (email: string) => auth.client.call(signInMessages.recover, { email }, contextOf(anon));
const otp = (email: string) => auth.client.call(signInMessages.sendOtp, { email }, contextOf(anon));
const signUp = (email: string) =>
  auth.client.call(signInMessages.signUp, { email, password, userMetadata: {} }, contextOf(anon));
const refusals = async (asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
const mailsTo = (email: string) =>
  auth.sql<{ kind: string; outcome: string | null }>('SELECT kind, outcome FROM mail_requests WHERE address = $1', [
    email,
  ]);

/** Ends the hour or the day. */
async function forget(pattern: string): Promise<void> {
  const keys = await redis.keys(pattern);
  if (keys.length > 0) await redis.del(keys);
}

async function makeAccount(): Promise<string> {
  const body = { email: address(), email_confirm: true };
  return (await auth.client.call(adminMessages.adminCreateUser, body, contextOf(service))).email;
}

it('mails to unknown addresses do not use up the budget of known ones', async () => {
  const known = await makeAccount();
  for (const email of addresses(8)) await signUp(email);
  expect(await refusals([signUp(address())])).toHaveLength(1);
  await Promise.all(addresses(30).map(recover));
  await recover(known);
  await otp(known);
  expect(await mailsTo(known)).toEqual([
    { kind: 'recovery', outcome: null },
    { kind: 'magic_link', outcome: null },
  ]);
});

it('a held mail to an unknown address gets the same answer and rows as a sent one', async () => {
  for (const email of addresses(8)) await signUp(email);
  const [recovered = '', signedIn = ''] = addresses(2);
  expect(await Promise.all([recover(recovered), otp(signedIn)])).toEqual([{}, {}]);
  expect(await mailsTo(recovered)).toEqual([{ kind: 'recovery', outcome: 'void' }]);
  expect(await mailsTo(signedIn)).toEqual([{ kind: 'confirm_signup', outcome: 'void' }]);
  const asked = await auth.sql(`SELECT FROM outbox WHERE payload->>'kind' IN ('recovery', 'confirm_signup')`);
  expect(asked).toHaveLength(10);
});

it('an unconfirmed account counts as unknown', async () => {
  const known = await makeAccount();
  const claimed = address();
  await signUp(claimed);
  for (const email of addresses(7)) await signUp(email);
  await recover(claimed);
  expect(await mailsTo(claimed)).toEqual([
    { kind: 'confirm_signup', outcome: null },
    { kind: 'recovery', outcome: 'void' },
  ]);
  await recover(known);
});

it('over the budget of recovery the refusal is the same for known and unknown addresses', async () => {
  const known = await Promise.all(Array.from({ length: 7 }, makeAccount));
  const refused = await refusals([...known.map(recover)]);
  expect(refused).toHaveLength(1);
  const [last = ''] = known;
  const over = await refusals([recover(last), recover(address())]);
  expect([...refused, ...over]).toHaveLength(3);
  for (const refusal of [...refused, ...over]) {
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({ code: 'over_email_send_rate_limit', message: 'Email rate limit exceeded' });
  }
  // It has a budget of its own: signing in by mail still works.
  await otp(last);
});

it('a refused sign-up says when to retry, for known and unknown addresses, and writes nothing', async () => {
  const known = await makeAccount();
  for (const email of addresses(8)) await signUp(email);
  const [refusal, same] = await refusals([signUp('late@example.com'), signUp(known)]);
  expect(refusal).toMatchObject({ code: 'over_email_send_rate_limit' });
  expect(same).toMatchObject({ code: 'over_email_send_rate_limit', message: (refusal as ServiceError).message });
  const { retryAfterSeconds } = refusal as ServiceError;
  expect(retryAfterSeconds).toBeGreaterThan(3_500);
  expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
  expect(await auth.sql(`SELECT FROM users WHERE email = 'late@example.com'`)).toEqual([]);
  await forget('limit:mails:unknown*');
  // Refused requests are not counted on the address.
  for (let time = 0; time < 4; time++) await signUp('late@example.com');
});

it('without a session an address has an hourly and a daily limit, known or not', async () => {
  for (const email of [await makeAccount(), address()]) {
    await forget('limit:*');
    for (const ask of [recover, recover, otp, recover]) await ask(email);
    const [refusal] = await refusals([otp(email)]);
    expect(refusal).toMatchObject({ code: 'over_email_send_rate_limit' });
    expect((refusal as ServiceError).message).toMatch(
      /^For security purposes, you can only request this after 3[56]\d\d seconds\.$/,
    );
    await forget('limit:mails:address:hour*');
    await forget('limit:mails:recovery*');
    for (let time = 0; time < 2; time++) await recover(email);
    const [tomorrow] = await refusals([recover(email)]);
    expect((tomorrow as ServiceError).retryAfterSeconds).toBeGreaterThan(86_000);
  }
});

it('an address has a budget of its own for each of: access, everything else, and what its account asks for', async () => {
  const email = await makeAccount();
  const admit = (isCounted = true) =>
    auth.client.call(
      mailInternalMessages.admitMail,
      { to: { email: email.toUpperCase() }, isCounted },
      contextOf(service),
    );
  const signInAnonymously = () =>
    auth.client.call(signInMessages.createTemporaryAccount, { userMetadata: {} }, contextOf(anon));
  const claimed = address();
  const claim = async () => {
    const context = contextOf(callerOf(await signInAnonymously()));
    await auth.client.call(accountMessages.updateUser, { email: claimed }, context);
  };
  for (let time = 0; time < 4; time++) expect(await admit()).toMatchObject({ waitSeconds: null });
  const { waitSeconds } = await admit();
  expect(waitSeconds).toBeGreaterThan(3_500);
  expect(await admit(false)).toEqual({ address: email.toUpperCase(), waitSeconds: null });
  // Neither sign-ups with the address nor mails about cases keep its owner from recovering the account.
  expect(await refusals([signUp(email)])).toMatchObject([{ code: 'over_email_send_rate_limit' }]);
  for (let time = 0; time < 4; time++) await recover(email);
  // Temporary accounts count on the address that they name, and do not learn of it.
  for (let time = 0; time < 6; time++) await claim();
  await auth.client.call(signInMessages.resend, { type: 'email_change', email: claimed }, contextOf(anon));
  expect((await mailsTo(claimed)).map(({ outcome }) => outcome)).toEqual([
    ...[null, null, null, null, 'void', 'void', 'void'],
  ]);
});

it('admits mails to confirmed addresses of accounts alone', async () => {
  const [{ id } = { id: '' }] = await auth.sql<{ id: string }>('SELECT id FROM users WHERE email = $1', [
    await makeAccount(),
  ]);
  const admit = (accountId: string) =>
    auth.client.call(mailInternalMessages.admitMail, { to: { accountId }, isCounted: true }, contextOf(service));
  expect((await admit(id)).address).toMatch(/@example\.com$/);
  expect(await admit(randomUUID())).toEqual({ address: null, waitSeconds: null });
  await auth.sql('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [id]);
  expect((await admit(id)).address).toBeNull();
});

it('limits neither mails of the service key nor notices', async () => {
  const email = await makeAccount();
  for (const one of addresses(8)) await signUp(one);
  await auth.client.call(adminMessages.adminInviteUser, { email: address(), userMetadata: {} }, contextOf(service));
  const [{ id } = { id: '' }] = await auth.sql<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  const changes = { password: 'natsunohi-2' };
  await auth.client.call(adminMessages.adminUpdateUser, { accountId: id, changes }, contextOf(service));
  const kinds = await auth.sql<{ kind: string }>(
    `SELECT kind FROM mail_requests WHERE kind <> 'confirm_signup' ORDER BY kind`,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['invite', 'notice_password_changed']);
});

it('a request that fails after it was counted is not counted', async () => {
  const known = await makeAccount();
  const connection = await auth.connectToDatabase();
  await connection.query('BEGIN; LOCK TABLE mail_requests IN ACCESS EXCLUSIVE MODE');
  const asked = refusals([recover(known)]);
  try {
    await auth.untilLockIsAwaited();
    await auth.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    expect(await asked).toMatchObject([{ code: 'SERVICE_UNAVAILABLE' }]);
  } finally {
    await connection.end();
  }
  expect(await mailsTo(known)).toEqual([]);
  for (let time = 0; time < 4; time++) await recover(known);
});

it('a request that waits for Redis holds no connection to the database', async () => {
  const proxy = await startProxy(auth.redis.port);
  const options = authDatabase.options('test', { DATABASE_URL: auth.database.url });
  const dataSource = await createDataSource({ ...options, poolSize: 1 }).initialize();
  const counters = new Counters(`redis://127.0.0.1:${proxy.port}`, auth.config.AUTH_RATE_LIMITS);
  const intervals = new MailIntervals(auth.config.AUTH_MAIL_INTERVAL);
  const { AUTH_MAIL_LIMIT_RECOVERY: recovery, AUTH_MAIL_LIMIT: limit, AUTH_MAIL_LIMIT_UNKNOWN: unknown } = auth.config;
  const { AUTH_MAIL_ADDRESS_HOURLY: hourly, AUTH_MAIL_ADDRESS_DAILY: daily } = auth.config;
  const limits = new MailLimits(counters, recovery, limit, unknown, hourly, daily);
  const mails = new MailRequests(dataSource, new Outbox(), intervals, limits);
  const email = address();
  const charge = { budget: 'recovery', isKnown: false } as const;
  const demand = { slots: ['recovery'], whom: email, address: email, charge, addressBudget: 'access' } as const;
  const ask = () =>
    mails.admit(demand, contextOf(anon), (manager) =>
      mails.request(manager, { userId: randomUUID(), kind: 'recovery', address: email }, contextOf(anon)),
    );
  try {
    await ask();
    proxy.fallSilent();
    let isWaiting = true;
    const asked = refusals([ask()]).finally(() => (isWaiting = false));
    let answered = 0;
    for (; isWaiting; answered += 1) await dataSource.query('SELECT 1');
    expect(await asked).toHaveLength(1);
    // With a transaction open the pool's one connection would answer none until the request is refused after 2 s.
    expect(answered).toBeGreaterThan(10);
  } finally {
    counters.onApplicationShutdown();
    await Promise.all([dataSource.destroy(), proxy.stop()]);
  }
});

it('over the hourly limit of named addresses, known and unknown ones are refused alike', async () => {
  const [known, own] = [await makeAccount(), await makeAccount()];
  const [{ id } = { id: '' }] = await auth.sql<{ id: string }>('SELECT id FROM users WHERE email = $1', [own]);
  await auth.client.call(adminMessages.adminUpdateUser, { accountId: id, changes: { password } }, contextOf(service));
  const signIn = { email: own, password };
  const session = await auth.client.call(signInMessages.signInWithPassword, signIn, contextOf(anon));
  const name = (email: string) => auth.client.call(accountMessages.updateUser, { email }, contextOf(callerOf(session)));
  // Each account has its own limit.
  await name(own);
  await expect(name(known)).rejects.toMatchObject({ code: 'email_exists' });
  await expect(name(known)).rejects.toMatchObject({ code: 'email_exists' });
  await name(address());
  await name(address());
  const [ofKnown, ofUnknown] = await refusals([name(known), name(address())]);
  for (const refusal of [ofKnown, ofUnknown]) {
    expect(refusal).toMatchObject({ code: 'over_request_rate_limit', message: 'over_request_rate_limit' });
    expect((refusal as ServiceError).retryAfterSeconds).toBeGreaterThan(3_500);
  }
  // The owner gets one notice a day.
  expect(await mailsTo(known)).toEqual([{ kind: 'notice_address_named', outcome: null }]);
  await auth.sql(`UPDATE mail_intervals SET requested_at = requested_at - interval '1 day'`);
  await forget('limit:named-addresses*');
  await expect(name(known)).rejects.toMatchObject({ code: 'email_exists' });
  expect(await mailsTo(known)).toHaveLength(2);
});
