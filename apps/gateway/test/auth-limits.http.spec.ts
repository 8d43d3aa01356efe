import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { newAddress, type People, password, refused, startPeople } from './people.js';

let people: People;
let redis: Redis;

beforeAll(async () => {
  people = await startPeople({ AUTH_RATE_LIMITS: '1', AUTH_MAIL_INTERVAL: '60', TRUST_PROXY: 'on' });
  redis = new Redis(people.redis.url);
}, 90_000);
beforeEach(async () => {
  const keys = await redis.keys('limit:*');
  if (keys.length > 0) await redis.del(keys);
});
afterAll(async () => {
  redis.disconnect();
  await people.close();
}, 60_000);

const post = (path: string, json: unknown, from?: string) =>
  people.call(`/auth/v1/${path}`, {
    method: 'POST',
    json,
    headers: from === undefined ? {} : { 'x-forwarded-for': from },
  });

describe('limits per client address', () => {
  it.each([
    ['signup', { email: 'nobody', password }, 30],
    ['signup', {}, 30],
    ['otp', { email: 'nobody' }, 30],
    ['recover', { email: 'nobody' }, 30],
    ['resend', { type: 'signup', email: 'nobody' }, 30],
    ['verify', { type: 'signup', token_hash: 'x' }, 30],
    ['token?grant_type=refresh_token', { refresh_token: 'x' }, 150],
  ])('%s %j: %d in their time, then 429 with Retry-After', async (path, json, most) => {
    const answers = await Promise.all(Array.from({ length: most }, () => post(path, json)));
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    const over = await post(path, json);
    expect({ status: over.status, body: await over.json() }).toEqual({
      status: 429,
      body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('limits of who has many addresses', () => {
  const ask = async (from: string) => (await post('otp', { email: 'nobody' }, from)).status;

  it('are those of one client, where all are in one /64', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => ask(`2001:db8:0:1:${index.toString(16)}::1`)),
    );
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    expect(await ask('2001:DB8::1:ffff:0:0:1')).toBe(429);
    expect(await ask('2001:db8:0:2::1')).toBe(400);
  });

  it('are those of the IPv4 address, where it is written as IPv6', async () => {
    await Promise.all(Array.from({ length: 30 }, () => ask('::ffff:198.51.100.7')));
    expect(await ask('198.51.100.7')).toBe(429);
  });
});

describe('limits per mail address', () => {
  it('whoever tries passwords on one has to stop, its owner elsewhere is not concerned, nor are other addresses', async () => {
    const email = newAddress();
    const attempt = (address: string, from = '203.0.113.7') =>
      post('token?grant_type=password', { email: address, password }, from);
    const answers = await Promise.all(Array.from({ length: 60 }, () => attempt(email)));
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    const over = await attempt(email.toUpperCase());
    expect({ status: over.status, limits: over.headers.get('ratelimit') }).toEqual({
      status: 429,
      limits: expect.stringMatching(/^"token";r=89;t=\d+, "signInHere";r=0;t=\d+$/),
    });
    expect((await attempt(email, '203.0.113.8')).status).toBe(400);
    expect((await attempt(newAddress())).status).toBe(400);
  }, 60_000);

  it('from many places at once, passwords cannot be tried for ever either', async () => {
    const email = newAddress();
    // What is no password costs no hash, and counts.
    const attempt = (place: number) => post('token?grant_type=password', { email, password: 7 }, `203.0.113.${place}`);
    for (let place = 1; place <= 10; place++) {
      const answers = await Promise.all(Array.from({ length: 61 }, () => attempt(place)));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    }
    expect((await attempt(11)).status).toBe(429);
  }, 60_000);

  it('a second mail of a kind within the minute is refused, whether the address is known or not', async () => {
    const { auth } = people.client();
    const known = (await people.register()).email;
    for (const email of [known, newAddress()]) {
      expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
      expect(await refused(auth.resetPasswordForEmail(email), 429, 'over_email_send_rate_limit')).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
    }
    const waiting = `${randomUUID()}@example.com`;
    expect((await auth.signUp({ email: waiting, password })).error).toBeNull();
    await refused(auth.signUp({ email: waiting, password }), 429, 'over_email_send_rate_limit');
    await refused(auth.resend({ type: 'signup', email: waiting }), 429, 'over_email_send_rate_limit');
    // What confirmed it has done its work: the next sign-up is answered as the first one was.
    expect((await auth.signUp({ email: known, password })).error).toBeNull();
  });
});
