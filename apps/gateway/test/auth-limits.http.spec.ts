import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@haru/testing';
import { Redis } from 'ioredis';
import { makeApiKey } from './keys-of-tests.js';
import { makeManagementLink, openManagementLink } from './management-links.js';
import { newAddress, type People, password, refused, startPeople } from './people.js';
import { beginToPublish } from './unfinished-request.js';

let people: People;
let redis: Redis;

beforeAll(async () => {
  people = await startPeople({
    AUTH_RATE_LIMITS: '1',
    AUTH_MAIL_INTERVAL: '60',
    AUTH_MAIL_LIMIT_UNKNOWN: '80',
    TRUST_PROXY: 'on',
    PUBLISH_LIMITS: JSON.stringify({
      anonymousPages: 8,
      anonymousPages56: 12,
      anonymousPages48: 16,
      anonymousBytes: 10_000,
      pathChange: 3,
    }),
  });
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

it('a limit that is used up refuses a page before its body is read', async () => {
  await redis.set('limit:publish:127.0.0.1', 300, 'EX', 300);
  const { asked, answer } = beginToPublish(people.origin);
  expect(await answer()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  asked.destroy();
});

describe('a client that sent 600 invalid tokens within a minute', () => {
  const ask = (authorization: string | undefined, from = '203.0.113.9') =>
    fetch(`${people.origin}/functions/v1/serve-site?path=nothing8`, {
      headers: { 'x-forwarded-for': from, ...(authorization === undefined ? {} : { authorization }) },
    });
  let knownToken: string;

  beforeAll(async () => {
    knownToken = (await people.signUp()).access_token;
    expect((await ask(`Bearer ${knownToken}`)).status).toBe(404);
    for (let batch = 0; batch < 6; batch++) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => ask('Bearer a.b.c')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    }
  });

  it('gets 429 for every further one, before its body is read', async () => {
    const refused = await ask('Bearer d.e.f');
    expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ code: 'RATE_LIMITED' })]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    const { asked, answer } = beginToPublish(people.origin, { 'x-forwarded-for': '203.0.113.9', apikey: 'wrong' });
    expect((await answer()).status).toBe(429);
    asked.destroy();
  });

  it('is answered with a token that is known, with the public key, and without a token', async () => {
    for (const authorization of [`Bearer ${knownToken}`, `Bearer ${people.anonKey}`, undefined]) {
      expect((await ask(authorization)).status).toBe(404);
    }
  });

  it('is the only one trusted', async () => {
    expect((await ask('Bearer a.b.c', '203.0.113.10')).status).toBe(401);
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

  it('are those of the address that the proxy saw, whatever a client writes before it', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 31 }, (_, index) => ask(`198.51.100.${index}, 203.0.113.99`)),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('are those of the IPv4 address, where it is written as IPv6', async () => {
    await Promise.all(Array.from({ length: 30 }, () => ask('::ffff:198.51.100.7')));
    expect(await ask('198.51.100.7')).toBe(429);
  });
});

describe('limits of wrong management links', () => {
  const statusOf = async (secret: string, from: string) =>
    (await openManagementLink(people, secret, { 'x-forwarded-for': from })).status;
  const guess = (from: string) => statusOf('A'.repeat(43), from);

  it('30 for an IPv4 /24, however many of its addresses guess, and the right ones are not counted', async () => {
    const secret = await makeManagementLink(people, (await people.signUp()).access_token);
    for (let index = 0; index < 35; index++) expect(await statusOf(secret, '203.0.113.1')).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(`203.0.113.${index + 1}`)));
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await guess('203.0.113.200')).toBe(429);
    expect(await guess('203.0.114.1')).toBe(403);
    expect(await statusOf(secret, '203.0.114.1')).toBe(200);
  });

  it('counts no right secret of a banned account', async () => {
    const { access_token: token, user } = await people.signUp();
    const secret = await makeManagementLink(people, token);
    await query(people.authDatabaseUrl, `UPDATE users SET banned_until = now() + interval '1 day' WHERE id = $1`, [
      user.id,
    ]);
    for (let index = 0; index < 30; index++) expect(await statusOf(secret, '203.0.116.1')).toBe(403);
    expect(await guess('203.0.116.1')).toBe(403);
  });

  it('and one of all networks together', async () => {
    await redis.set('limit:managementLinkTotal:all', 6000, 'EX', 300);
    expect(await guess('203.0.115.1')).toBe(429);
  });
});

describe('limits of the network that mails are asked from', () => {
  const recover = async (from: string) => (await post('recover', { email: newAddress() }, from)).status;
  const recoverFrom = (count: number, from: (index: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, index) => recover(from(index))));

  it('100 an hour for an IPv4 /24, however many of its addresses ask', async () => {
    const statuses = await recoverFrom(100, (index) => `203.0.113.${index + 1}`);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await recover('203.0.113.200')).toBe(429);
    expect(await recover('203.0.114.1')).toBe(200);
  });

  it('200 for an IPv6 /56 and 400 for a /48', async () => {
    const host = (subnet: number) => `2001:db8:7:${subnet.toString(16)}::1`;
    const inFirst56 = await recoverFrom(200, (index) => host(index));
    expect(new Set(inFirst56)).toEqual(new Set([200]));
    expect(await recover(host(0xff))).toBe(429);
    const inSecond56 = await recoverFrom(200, (index) => host(0x100 + index));
    expect(new Set(inSecond56)).toEqual(new Set([200]));
    expect(await recover(host(0x300))).toBe(429);
    expect(await recover('2001:db8:8::1')).toBe(200);
  }, 30_000);

  it.each([3, 50])(
    'from %d networks strangers may use up the budget of unknown addresses, and a known person still gets the mail',
    async (networks) => {
      const { email } = await people.register();
      await Promise.all(Array.from({ length: 90 }, (_, index) => recover(`10.0.${index % networks}.1`)));
      const refused = await post('signup', { email: newAddress(), password }, '10.9.9.9');
      expect({ status: refused.status, body: await refused.json() }).toMatchObject({
        status: 429,
        body: { code: 'over_email_send_rate_limit' },
      });
      expect((await post('recover', { email }, '10.8.8.8')).status).toBe(200);
      expect((await people.mailbox.to(email, 2)).subject).toContain('パスワードの再設定');
    },
    60_000,
  );
});

describe('limits of who asks whether addresses are known', () => {
  const put = async (email: string, token: string, from: string) => {
    const headers = { 'x-forwarded-for': from };
    const answer = await people.call('/auth/v1/user', { method: 'PUT', json: { email }, token, headers });
    return { status: answer.status, body: await answer.json() };
  };
  const otp = async (email: string, from: string) => {
    const answer = await post('otp', { email, create_user: false }, from);
    return { status: answer.status, body: await answer.json() };
  };
  const limited = { status: 429, body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' } };

  it('10 an hour from one network, by both ways together, then the same answer for known and unknown ones', async () => {
    const { email: known } = await people.register();
    for (let turn = 0; turn < 5; turn++) {
      const { access_token: token } = await people.signUp();
      expect((await put(known, token, `203.0.113.${turn}`)).body).toMatchObject({ code: 'email_exists' });
      expect((await otp(newAddress(), `203.0.113.${turn}`)).body).toMatchObject({ code: 'otp_disabled' });
    }
    const { access_token: token } = await people.signUp();
    for (const email of [known, newAddress()]) {
      expect(await put(email, token, '203.0.113.77')).toEqual(limited);
      expect(await otp(email, '203.0.113.78')).toEqual(limited);
    }
    expect((await put(newAddress(), token, '198.51.100.1')).status).toBe(200);
    expect((await people.mailbox.to(known, 2)).subject).toContain('別のアカウント');
    expect(people.mailbox.mails.filter(({ to }) => to === known)).toHaveLength(2);
  });
});

describe('limits per account', () => {
  it('count all its keys together, and leave half to the person when a key has taken its own half', async () => {
    const { token } = await people.register();
    const [first, second] = [await makeApiKey(people, token), await makeApiKey(people, token)];
    const attempt = (bearer: string) =>
      people.call('/functions/v1/restore-site', { method: 'POST', json: { id: randomUUID() }, token: bearer });
    const refusedOf = async (bearer: string, count: number) => {
      let left = count;
      let refusals = 0;
      // More requests at the same time would be refused for another reason.
      const run = async () => {
        while (left-- > 0) if ((await attempt(bearer)).status === 429) refusals += 1;
      };
      await Promise.all([run(), run(), run(), run()]);
      return refusals;
    };
    expect(await refusedOf(first.key, 151)).toBe(1);
    expect(await refusedOf(token, 10)).toBe(0);
    expect(await refusedOf(second.key, 141)).toBe(1);
    expect(await refusedOf(token, 1)).toBe(1);
  }, 60_000);
});

describe('limits per mail address', () => {
  /** Attempts 60 times, 15 at a time: a busy gateway has places for 16 sign-ins, and does not count what it refuses. */
  async function statusesOfSixty(attempt: () => Promise<Response>): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < 60) {
      const answers = await Promise.all(Array.from({ length: 15 }, attempt));
      statuses.push(...answers.map(({ status }) => status));
    }
    return statuses;
  }

  it('bound guesses at one; its owner elsewhere is not concerned, nor are other addresses', async () => {
    const email = newAddress();
    const attempt = (address: string, from = '203.0.113.7') =>
      post('token?grant_type=password', { email: address, password }, from);
    expect(await statusesOfSixty(() => attempt(email))).toEqual(Array(60).fill(400));
    const over = await attempt(email.toUpperCase());
    expect({ status: over.status, limits: over.headers.get('ratelimit') }).toEqual({
      status: 429,
      limits: expect.stringMatching(/^"token";r=89;t=\d+, "signInHere";r=0;t=\d+$/),
    });
    expect((await attempt(email, '203.0.113.8')).status).toBe(400);
    expect((await attempt(newAddress())).status).toBe(400);
  }, 60_000);

  it('guesses from many places together are bounded too', async () => {
    const email = newAddress();
    // A value that is no password costs no hash, and counts.
    const attempt = (place: number) => post('token?grant_type=password', { email, password: 7 }, `203.0.113.${place}`);
    for (let place = 1; place <= 10; place++) {
      expect(await statusesOfSixty(() => attempt(place))).toEqual(Array(60).fill(400));
      expect((await attempt(place)).status).toBe(429);
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
    // The confirmation has ended: the next sign-up is answered as the first one was.
    expect((await auth.signUp({ email: known, password })).error).toBeNull();
  });
});

describe('limits of publishing', () => {
  const publish = (from: string, { bytes = 20, token }: { bytes?: number; token?: string } = {}) =>
    people.call('/functions/v1/create-site', {
      method: 'POST',
      json: { html_content: `<p>${'x'.repeat(bytes - 3)}` },
      headers: { 'x-forwarded-for': from },
      ...(token === undefined ? {} : { token }),
    });
  const countOf = async (answers: Promise<Response>[]) =>
    (await Promise.all(answers)).filter(({ status }) => status === 200).length;

  it('lets visitors and temporary accounts of one IPv4 /24 publish so many pages an hour, and the registered more', async () => {
    expect(await countOf(Array.from({ length: 12 }, (_, host) => publish(`198.51.100.${host}`)))).toBe(8);
    const { access_token: token } = await people.signUp();
    const over = await publish('198.51.100.99', { token });
    expect({ status: over.status, body: await over.json() }).toMatchObject({
      status: 429,
      body: { success: false, code: 'RATE_LIMITED' },
    });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(over.headers.get('ratelimit-policy')).toContain('"anonymousPages";q=8;w=3600');
    expect((await publish('198.51.101.1', { token })).status).toBe(200);
    const registered = await people.register();
    expect(await countOf(Array.from({ length: 9 }, () => publish('198.51.100.1', registered)))).toBe(9);
  });

  it('counts IPv6 by /64, and by /56 and /48 with wider bounds', async () => {
    const from = (network: string, count: number) =>
      countOf(Array.from({ length: count }, (_, host) => publish(`2001:db8:${network}::${host + 1}`)));
    expect(await from('1:100', 9)).toBe(8);
    expect(await from('1:101', 8)).toBe(4);
    expect(await from('1:200', 8)).toBe(4);
    expect(await from('1:300', 1)).toBe(0);
    expect(await from('2:100', 1)).toBe(1);
  });

  it('counts bytes too; a page that is refused takes nothing from the others', async () => {
    const { access_token: token } = await people.signUp();
    const statusOf = async (bytes: number) => (await publish('203.0.113.1', { bytes, token })).status;
    expect(await statusOf(6_000)).toBe(200);
    expect(await statusOf(6_000)).toBe(429);
    expect(await statusOf(4_000)).toBe(200);
    expect(await statusOf(3)).toBe(429);
  });

  it('counts nothing for what the service refuses', async () => {
    const { access_token: token } = await people.signUp();
    const blank = () =>
      people.call('/functions/v1/create-site', {
        method: 'POST',
        json: { html_content: ' ' },
        headers: { 'x-forwarded-for': '203.0.114.1' },
        token,
      });
    const answers = await Promise.all(Array.from({ length: 8 }, blank));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(400));
    expect((await publish('203.0.114.1', { token })).status).toBe(200);
  });

  it('lets an account change paths so many times an hour; other changes do not count', async () => {
    const { token, client } = await people.register();
    const site = (await (await publish('203.0.115.1', { token })).json()) as { site: { id: string } };
    const change = async (changes: object) =>
      (await client.from('sites').update(changes).eq('id', site.site.id)).status;
    for (const turn of [1, 2, 3]) expect(await change({ path: `turn-${turn}-${randomUUID().slice(0, 8)}` })).toBe(204);
    expect(await change({ path: 'turn-4' })).toBe(429);
    expect(await change({ noindex: true })).toBe(204);
  });
});
