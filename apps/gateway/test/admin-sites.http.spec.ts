import {
  moderatedSiteAnswerSchema,
  moderationReasonSchema,
  PAGE_RULES_VERSION,
  safetyAnswerSchema,
  sitePageAnswerSchema,
} from '@haru/contracts';
import { query } from '@haru/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { makeAccount, signedIn } from './accounts-of-tests.js';
import { expectRefusal } from './expect-refusal.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { RunningSystem } from './start-system.js';

let system: RunningSystem;
let owner: SupabaseClient;
let ownerEmail: string;
let ownerToken: string;
let moderatorToken: string;

beforeAll(async () => {
  system = await sharedSystem();
  const [one, other] = await Promise.all([makeAccount(system), makeAccount(system)]);
  await query(system.authDatabaseUrl, `UPDATE users SET haru_role = 'moderator' WHERE id = $1`, [other.id]);
  ownerEmail = String(one.email);
  let moderator: SupabaseClient;
  [owner, moderator] = await Promise.all([signedIn(system, one.email), signedIn(system, other.email)]);
  [ownerToken, moderatorToken] = await Promise.all([tokenOf(owner), tokenOf(moderator)]);
}, START_WITHIN_MS);

async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

async function publish(): Promise<{ id: string; path: string }> {
  const answer = await system.publish('<title>春</title>', ownerToken);
  return ((await answer.json()) as { site: { id: string; path: string } }).site;
}

const moderate = (action: 'stop' | 'restore', site: string, json: unknown = { reason: '違法な内容' }) =>
  system.call(`/admin/v1/sites/${site}/${action}`, { method: 'POST', json, token: moderatorToken });

it('stops a page, whose owner is told why, and puts it back', async () => {
  const { id, path } = await publish();
  const stopped = await moderate('stop', id);
  expect(stopped.status).toBe(200);
  expect(moderatedSiteAnswerSchema.parse(await stopped.json()).site).toMatchObject({ path, is_active: false });
  await expectRefusal(await system.call(`/functions/v1/serve-site?path=${path}`), 451, 'SITE_STOPPED');

  const row = await owner.from('sites').select('is_active,stopped_reason').eq('id', id).single();
  expect(row.data).toEqual({ is_active: false, stopped_reason: '違法な内容' });
  expect((await owner.from('sites').select('*').eq('id', id).single()).data).toMatchObject(row.data ?? {});
  const renamed = await owner.from('sites').update({ path: 'slipped-away' }).eq('id', id);
  expect(renamed).toMatchObject({ status: 403, error: { code: 'SITE_STOPPED' } });
  const washed = await owner.from('sites').update({ stopped_reason: null }).eq('id', id);
  expect(washed).toMatchObject({ status: 403, error: { code: '42501' } });

  expect((await moderate('restore', path)).status).toBe(200);
  expect((await system.call(`/functions/v1/serve-site?path=${path}`)).status).toBe(200);
});

it('wants a reason, and a page that there is', async () => {
  const { path } = await publish();
  for (const json of [
    {},
    { reason: ' ' },
    { reason: 'x'.repeat(501) },
    { reason: 5 },
    { reason: 'a\0b' },
    { reason: '\uD800' },
  ]) {
    expect(moderationReasonSchema.safeParse((json as { reason?: unknown }).reason).success).toBe(false);
    await expectRefusal(await moderate('stop', path, json), 400, 'VALIDATION_FAILED');
  }
  await expectRefusal(await moderate('stop', 'is-not-there'), 404, 'SITE_NOT_FOUND');
  for (const action of ['stop', 'restore'] as const) {
    await expectRefusal(await moderate(action, 'a%00b'), 404, 'SITE_NOT_FOUND');
  }
  await expectRefusal(await moderate('stop', 'x'.repeat(65)), 400, 'VALIDATION_FAILED');
});

it('searches everybody’s sites and never shows their HTML', async () => {
  const { path } = await publish();
  const answer = await system.call(`/admin/v1/sites?text=${path}&state=live`, { token: moderatorToken });
  const text = await answer.text();
  expect(sitePageAnswerSchema.parse(JSON.parse(text)).sites).toMatchObject([{ path, title: '春' }]);
  expect(text).not.toContain('html');
  await expectRefusal(
    await system.call('/admin/v1/sites?state=odd', { token: moderatorToken }),
    400,
    'VALIDATION_FAILED',
  );
});

it('answers the public figures of the checks', async () => {
  const answer = await system.call('/functions/v1/safety');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  expect(safetyAnswerSchema.parse(await answer.json()).safety.rules_version).toBe(PAGE_RULES_VERSION);
});

it('finds sites by their account’s address', async () => {
  const { path } = await publish();
  const search = async (text: string) => {
    const answer = await system.call(`/admin/v1/sites?text=${encodeURIComponent(text)}`, { token: moderatorToken });
    return sitePageAnswerSchema.parse(await answer.json()).sites.map((site) => site.path);
  };
  expect(await search(ownerEmail)).toContain(path);
  expect(await search(ownerEmail.toUpperCase())).toContain(path);
  expect(await search(`nobody-${ownerEmail}`)).toEqual([]);
});

it('is closed to everybody else, known address or not', async () => {
  const { id } = await publish();
  const addresses = [
    ['GET', '/admin/v1/sites'],
    ['POST', `/admin/v1/sites/${id}/stop`],
    ['POST', `/admin/v1/sites/${id}/restore`],
    ['GET', '/admin/v1/sites/banned-contents'],
    ['POST', `/admin/v1/sites/banned-contents/${'0'.repeat(64)}`],
    ['POST', `/admin/v1/sites/banned-contents/${'0'.repeat(64)}/unban`],
    ['GET', '/admin/v1/guessed'],
  ] as const;
  for (const [method, address] of addresses) {
    for (const token of [ownerToken, undefined]) {
      const json = method === 'POST' ? { reason: 'r' } : undefined;
      await expectRefusal(await system.call(address, { method, token, json }), 403, 'FORBIDDEN_ROLE');
    }
  }
  expect((await system.call('/admin/v1/guessed', { token: moderatorToken })).status).toBe(404);
});
