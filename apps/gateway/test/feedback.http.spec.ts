import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  numbersAnswerSchema,
  reportAnswerSchema,
  reportPageAnswerSchema,
  submitReportAnswerSchema,
} from '@haru/contracts';
import { query } from '@haru/testing';
import { makeAccount, password } from './accounts-of-tests.js';
import { expectRefusal } from './expect-refusal.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { CallInit, RunningSystem } from './start-system.js';

let system: RunningSystem;

beforeAll(async () => {
  system = await sharedSystem();
}, START_WITHIN_MS);

const routes = ['submit-feedback', 'submit-bug-report'];
const good = { type: 'bug', title: '保存できない', description: '押しても何も起きません。' };

const post = (route: string, json: unknown, init: CallInit = {}) =>
  system.call(`/functions/v1/${route}`, { method: 'POST', json, ...init });
const rows = () =>
  query<Record<string, unknown>>(system.feedbackDatabaseUrl, 'SELECT * FROM reports ORDER BY created_at DESC');

describe.each(routes)('POST /functions/v1/%s', (route) => {
  it.each(['bug', 'feature', 'improvement', 'other'])('takes %s, from anybody', async (type) => {
    const answer = await fetch(`${system.origin}/functions/v1/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...good,
        type,
        email: null,
        page: '/?view=dashboard',
        user_agent: 'B'.repeat(9000),
        more: 1,
      }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    const { report } = submitReportAnswerSchema.parse(await answer.json());
    const [row] = await rows();
    expect(row).toMatchObject({ id: report?.id, type, account_id: null, page: '/?view=dashboard' });
    expect(String(row?.['user_agent'])).toHaveLength(500);
  });

  it('notes the account of the token', async () => {
    const { access_token: token, user } = await system.signUp();
    await post(route, good, { token });
    expect((await rows())[0]).toMatchObject({ account_id: user.id });
  });

  it.each([
    ['a blank title', { title: ' \u3000' }, 'REPORT_BLANK'],
    ['no title', { title: undefined }, 'REPORT_BLANK'],
    ['a null description', { description: null }, 'REPORT_BLANK'],
    ['a title of 101', { title: 'x'.repeat(101) }, 'REPORT_TITLE_TOO_LONG'],
    ['a description of 1,001', { description: 'x'.repeat(1001) }, 'REPORT_DESCRIPTION_TOO_LONG'],
    ['no address', { email: 'a' }, 'REPORT_EMAIL_INVALID'],
    ['NUL', { title: 'a\0' }, 'REPORT_NOT_TEXT'],
    ['another type', { type: 'praise' }, 'VALIDATION_FAILED'],
    ['a title of another type', { title: 7 }, 'VALIDATION_FAILED'],
  ])('refuses %s and keeps nothing', async (_name, members, code) => {
    const before = (await rows()).length;
    await expectRefusal(await post(route, { ...good, ...members }), 400, code);
    expect(await rows()).toHaveLength(before);
  });

  it('says of a blank one what is missing, in the spec’s words', async () => {
    const { error } = await expectRefusal(await post(route, { ...good, title: '' }), 400, 'REPORT_BLANK');
    expect(error).toBe('タイトルと詳細は必須です');
  });

  it('answers a repeat with the same key like the first', async () => {
    const init = { headers: { 'idempotency-key': randomUUID() } };
    const [first, again] = [await post(route, good, init), await post(route, good, init)];
    expect(await again.json()).toEqual(await first.json());
    await expectRefusal(await post(route, { ...good, title: 'b' }, init), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('counts a like once a device', async () => {
    const like = { type: 'quick_like', title: 'いいね', description: 'いいね', device: randomUUID() };
    expect(await (await post(route, like)).json()).toEqual({ success: true, like: { counted: true } });
    expect(await (await post(route, like)).json()).toEqual({ success: true, like: { counted: false } });
  });

  it('counts a like once a /64, where nothing else is known', async () => {
    const like = { type: 'quick_like', title: 'いいね', description: 'いいね' };
    const prefix = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
    const send = async (from: string) => (await post(route, like, { headers: { 'x-forwarded-for': from } })).json();
    expect(await send(`${prefix}::1`)).toEqual({ success: true, like: { counted: true } });
    expect(await send(`${prefix}:1:2:3:4`)).toEqual({ success: true, like: { counted: false } });
  });

  it('refuses tokens and keys that are not ours', async () => {
    await expectRefusal(await post(route, good, { token: 'a.b.c' }), 401, 'TOKEN_INVALID');
    expect((await post(route, good, { headers: { apikey: 'something' } })).status).toBe(401);
  });
});

describe('reports of those who run the product', () => {
  const moderate = async () => {
    const { email = '', id } = await makeAccount(system);
    await query(system.authDatabaseUrl, `UPDATE users SET haru_role = 'moderator' WHERE id = $1`, [id]);
    const answer = await system.call('/auth/v1/token?grant_type=password', {
      method: 'POST',
      json: { email, password },
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return token;
  };

  it('are listed, read, worked on and answered', async () => {
    const sent = await post('submit-bug-report', { ...good, title: `報告${randomUUID()}`, email: 'a@example.com' });
    const { report } = submitReportAnswerSchema.parse(await sent.json());
    const token = await moderate();
    const page = await system.call('/admin/v1/reports?limit=1&state=new', { token });
    expect(reportPageAnswerSchema.parse(await page.json()).reports[0]?.id).toBe(report?.id);
    const path = `/admin/v1/reports/${report?.id}`;
    await system.call(`${path}/notes`, { method: 'POST', json: { text: 'メモ' }, token });
    await system.call(`${path}/answers`, { method: 'POST', json: { text: '直しました' }, token });
    await system.call(`${path}/state`, { method: 'PUT', json: { state: 'closed' }, token });
    const read = reportAnswerSchema.parse(await (await system.call(path, { token })).json()).report;
    expect(read).toMatchObject({ state: 'closed', entries: [{ kind: 'note' }, { kind: 'answer' }] });
    const numbers = numbersAnswerSchema.parse(await (await system.call('/admin/v1/numbers', { token })).json());
    expect(numbers.hours.reduce((sum, { reports }) => sum + reports, 0)).toBeGreaterThan(0);
    await expectRefusal(await system.call('/admin/v1/reports/none', { token }), 404, 'REPORT_NOT_FOUND');
    await expectRefusal(await system.call('/admin/v1/reports?limit=0', { token }), 400, 'VALIDATION_FAILED');
  });

  it.each([
    ['GET', ''],
    ['GET', `/${randomUUID()}`],
    ['PUT', `/${randomUUID()}/state`],
    ['POST', `/${randomUUID()}/notes`],
    ['POST', `/${randomUUID()}/answers`],
  ])('are for staff only: %s %s', async (method, path) => {
    const { access_token: token } = await system.signUp();
    const json = method === 'GET' ? undefined : { state: 'closed', text: 'x' };
    await expectRefusal(await system.call(`/admin/v1/reports${path}`, { method, json, token }), 403, 'FORBIDDEN_ROLE');
    await expectRefusal(await system.call(`/admin/v1/reports${path}`, { method, json }), 403, 'FORBIDDEN_ROLE');
  });
});

describe('the limits', () => {
  let limited: Awaited<ReturnType<RunningSystem['startGateway']>>;

  beforeAll(async () => {
    limited = await system.startGateway({ AUTH_RATE_LIMITS: '0.1', PUBLIC_ORIGIN: system.origin });
  }, 60_000);
  afterAll(() => limited.close(), 60_000);

  it('hold one account after 2 of 20, and one address after 6 of 60, and say how long to wait', async () => {
    const send = (token = system.anonKey) =>
      fetch(`${limited.origin}/functions/v1/submit-feedback`, {
        method: 'POST',
        headers: {
          apikey: system.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          // It uses its own address, as the system's other specs have used up the limits of theirs.
          'x-forwarded-for': '203.0.113.6',
        },
        body: JSON.stringify(good),
      });
    const { access_token: token } = await system.signUp();
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await send(token)).status);
    expect(statuses).toEqual([200, 200, 429]);
    // Visitors behind the address share only its own limit.
    for (let index = 0; index < 3; index += 1) statuses.push((await send()).status);
    expect(statuses.slice(3)).toEqual([200, 200, 200]);
    const answer = await send();
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
    await expectRefusal(answer, 429, 'RATE_LIMITED');
  });
});
