import { randomUUID } from 'node:crypto';
import { accountMessages, adminMessages, type Caller, ServiceError } from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { anon, type AuthUnderTest, contextOf, startAuthUnderTest } from './auth-under-test.js';

const service: Caller = { role: 'service_role' };
const password = 'harunohi-1';

let auth: AuthUnderTest;
let redis: Redis;

beforeAll(async () => {
  // Four in the hour, over two replicas.
  auth = await startAuthUnderTest({ AUTH_MAIL_LIMIT: '2', AUTH_RATE_LIMITS: '2', AUTH_ARGON2_MEMORY_KIB: '1024' });
  redis = new Redis(auth.redis.url);
}, 60_000);
afterAll(async () => {
  redis.disconnect();
  await auth.close();
});
beforeEach(async () => {
  await auth.reset();
  await redis.del('limit:mails');
});

const address = () => `${randomUUID()}@example.com`;
const recover = (email: string) => auth.client.call(accountMessages.recover, { email }, contextOf(anon));
const signUp = (email: string) =>
  auth.client.call(accountMessages.signUp, { email, password, userMetadata: {} }, contextOf(anon));
const refusals = async (asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );

async function makeAccount(): Promise<string> {
  const body = { email: address(), email_confirm: true };
  return (await auth.client.call(adminMessages.adminCreateUser, body, contextOf(service))).email;
}

it('counts what is asked of all replicas, for known and unknown addresses alike', async () => {
  const known = [await makeAccount(), await makeAccount(), await makeAccount()];
  const refused = await refusals([...known, address(), address(), address()].map(recover));
  expect(refused).toHaveLength(2);
  for (const refusal of refused) {
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({ code: 'over_email_send_rate_limit', message: 'Email rate limit exceeded' });
  }
  expect(await auth.sql('SELECT FROM mail_requests')).toHaveLength(4);
});

it('says when there may be more, and leaves nothing of what it refused', async () => {
  for (const email of [address(), address(), address(), address()]) await signUp(email);
  const [refusal] = await refusals([signUp('late@example.com')]);
  expect(refusal).toMatchObject({ code: 'over_email_send_rate_limit' });
  const { retryAfterSeconds } = refusal as ServiceError;
  expect(retryAfterSeconds).toBeGreaterThan(3_500);
  expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
  expect(await auth.sql(`SELECT FROM users WHERE email = 'late@example.com'`)).toEqual([]);
  // The hour is over, and so is the wait: the interval of the address was not used up.
  await redis.del('limit:mails');
  await signUp('late@example.com');
});

it('keeps back neither what the service key sends nor notices', async () => {
  const email = await makeAccount();
  for (const one of [address(), address(), address(), address()]) await recover(one);
  await auth.client.call(adminMessages.adminInviteUser, { email: address(), userMetadata: {} }, contextOf(service));
  const [{ id } = { id: '' }] = await auth.sql<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  const changes = { password: 'natsunohi-2' };
  await auth.client.call(adminMessages.adminUpdateUser, { accountId: id, changes }, contextOf(service));
  const kinds = await auth.sql<{ kind: string }>(
    `SELECT kind FROM mail_requests WHERE kind <> 'recovery' ORDER BY kind`,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['invite', 'notice_password_changed']);
});
