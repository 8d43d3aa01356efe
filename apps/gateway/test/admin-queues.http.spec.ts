import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { queueNames } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { makeAccount, signedIn, type TestClient } from './accounts-of-tests.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { RunningSystem } from './start-system.js';

let system: RunningSystem;
beforeAll(async () => {
  system = await sharedSystem();
}, START_WITHIN_MS);

async function person(role: 'moderator' | 'admin' | null) {
  const { id, email } = await makeAccount(system);
  if (role !== null) {
    const json = { role, reason: 'a test' };
    await system.call(`/admin/v1/accounts/${id}/role`, { method: 'PUT', json, token: system.serviceRoleKey });
  }
  const client = await signedIn(system, email);
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const answer = await system.call('/admin/v1/queues/session', { method: 'POST', json: {}, token });
  return { client, token, status: answer.status, setCookie: answer.headers.get('set-cookie') ?? '' };
}

const cookieOf = ({ setCookie }: { setCookie: string }): string => setCookie.split(';')[0] ?? '';

const look = (path: string, cookie?: string) =>
  fetch(`${system.origin}/admin/queues${path}`, cookie === undefined ? {} : { headers: { cookie } });

const change = (path: string, cookie: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  fetch(`${system.origin}/admin/queues/api/queues/${path}`, { method: 'PUT', headers: { cookie, ...headers } });

const pages = ['', '/', '/queue/mail', '/api/queues', '/api/queues/mail/1', '/static/css/main.css', '/nowhere'];

describe('the pages of the queues', () => {
  it('are closed to everybody without a role', async () => {
    const visitor = await person(null);
    expect([visitor.status, visitor.setCookie]).toEqual([403, '']);
    const forged = `haru_queues=${Buffer.from(JSON.stringify({ accountId: randomUUID() })).toString('base64url')}.AAAA`;
    for (const page of pages) {
      expect((await look(page)).status).toBe(403);
      expect((await look(page, forged)).status).toBe(403);
      const withToken = { headers: { authorization: `Bearer ${visitor.token}`, apikey: system.serviceRoleKey } };
      expect((await fetch(`${system.origin}/admin/queues${page}`, withToken)).status).toBe(403);
    }
    const byKey = { method: 'POST', json: {}, token: system.serviceRoleKey };
    expect((await system.call('/admin/v1/queues/session', byKey)).status).toBe(403);
  });

  it('open by a strict cookie that ends with the session', async () => {
    const moderator = await person('moderator');
    expect(moderator.setCookie).toMatch(
      /^haru_queues=[^;]+; Path=\/admin\/queues; Max-Age=900; HttpOnly; SameSite=Strict$/,
    );
    const page = await look('', cookieOf(moderator));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    // The page loads nothing from another host, such as a font.
    expect(await page.text()).not.toMatch(/(?:href|src)="https?:/);
    await (moderator.client satisfies TestClient).auth.signOut();
    await waitFor(async () => (await look('', cookieOf(moderator))).status === 403, {
      what: 'the cookie to die',
      timeoutMs: 1_000,
    });
  });

  it('name each queue in Japanese, and say that a moderator only looks', async () => {
    const pageOf = async (role: 'moderator' | 'admin') => (await look('', cookieOf(await person(role)))).text();
    const [shown, read] = [await pageOf('admin'), await pageOf('moderator')];
    for (const name of queueNames) expect(shown).toContain(`a[title='${name}'] > span::before { content: '`);
    expect(shown).not.toContain('閲覧のみ');
    expect(read).toContain('閲覧のみ');
  });

  it('show every queue there is, and of jobs no more than ids', async () => {
    const moderator = await person('moderator');
    const secret = `secret-${randomUUID()}`;
    const queue = new Queue('auth-clean-up', { connection: { url: system.redis.url } });
    const { id } = await queue.add('cleanUp', { token: secret, siteId: randomUUID() }, { delay: 3_600_000 });
    const shown = await (
      await look('/api/queues?activeQueue=auth-clean-up&status=delayed', cookieOf(moderator))
    ).text();
    expect(shown).toContain(`"${id}"`);
    expect(shown).not.toContain(secret);
    for (const name of queueNames) expect(shown).toContain(`"${name}"`);
    const redis = new Redis(system.redis.url);
    const used = (await redis.keys('bull:*:meta')).map((key) => key.split(':')[1]);
    expect(queueNames).toEqual(expect.arrayContaining(used));
    redis.disconnect();
    await queue.close();
  });
});

describe('changing a queue', () => {
  it('is for admins, from our own pages, and no more than trying again and clearing', async () => {
    const [admin, moderator] = await Promise.all([person('admin'), person('moderator')]);
    expect((await change('mail/retry/failed', cookieOf(moderator))).status).toBe(403);
    expect((await change('mail/retry/failed', cookieOf(admin), {})).status).toBe(403);
    expect((await change('mail/retry/failed', cookieOf(admin), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await change('mail/retry/failed', cookieOf(admin), { origin: 'https://evil.example' })).status).toBe(403);
    const byPage = await change('mail/retry/failed', cookieOf(admin), { origin: 'null' });
    expect([byPage.status, (await byPage.json()) as object]).toMatchObject([403, { code: 'ORIGIN_NOT_ALLOWED' }]);
    for (const path of ['mail/empty', 'mail/obliterate', 'mail/pause', 'pause', 'mail/1/promote']) {
      expect((await change(path, cookieOf(admin))).status).toBe(403);
    }
    expect((await change('mail/retry/failed', cookieOf(admin))).status).toBe(200);
  });

  it('is offered to admins alone', async () => {
    const offered = async (role: 'admin' | 'moderator') => {
      const { queues } = (await (await look('/api/queues', cookieOf(await person(role)))).json()) as {
        queues: { readOnlyMode: boolean; allowRetries: boolean }[];
      };
      return queues.map(({ readOnlyMode, allowRetries }) => !readOnlyMode && allowRetries);
    };
    expect(await offered('admin')).toEqual(queueNames.map(() => true));
    expect(await offered('moderator')).toEqual(queueNames.map(() => false));
  });

  it('shows why a job failed, but not where; retries it, which then succeeds, and notes who did it', async () => {
    const admin = await person('admin');
    const connection = { url: system.redis.url, maxRetriesPerRequest: null };
    let isBroken = true;
    const queue = new Queue('feedback-mail', { connection });
    const worker = new Worker(
      'feedback-mail',
      async () => {
        if (isBroken) throw new Error('no </head> on purpose');
      },
      { connection },
    );
    const job = await queue.add('sendMail', {}, { jobId: randomUUID() });
    await waitFor(async () => (await job.getState()) === 'failed', { what: 'the job to fail' });
    for (const path of ['?activeQueue=feedback-mail&status=failed', `/feedback-mail/${job.id}`]) {
      const shown = await (await look(`/api/queues${path}`, cookieOf(admin))).text();
      expect(shown).toContain('"failedReason":"no </head> on purpose"');
      expect(shown).not.toMatch(/\.spec\.ts|node_modules/);
    }
    isBroken = false;
    expect((await change(`feedback-mail/${job.id}/retry`, cookieOf(admin))).status).toBe(204);
    await waitFor(async () => (await job.getState()) === 'completed', { what: 'the job to succeed' });
    await worker.close();
    await queue.close();
    const audit = await system.call('/admin/v1/audit', { token: admin.token });
    const { entries } = (await audit.json()) as { entries: unknown[] };
    expect(entries[0]).toMatchObject({
      action: 'retryJob',
      subject: { kind: 'queue', id: 'feedback-mail' },
      details: { jobId: job.id },
    });
    const inTime = (times: string) => system.call(`/admin/v1/audit?${times}`, { token: admin.token });
    expect(await (await inTime('until=2020-01-01T00:00:00.000Z')).json()).toMatchObject({ entries: [] });
    const since = await inTime(`from=${new Date(job.timestamp).toISOString()}`);
    expect(await since.json()).toMatchObject({ entries: expect.arrayContaining([entries[0]]) });
  });
});
