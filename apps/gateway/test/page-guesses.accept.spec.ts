import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSiteAnswerSchema } from '@haru/contracts';
import { query } from '@haru/testing';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { type RunningSystem, startSystem } from './start-system.js';

const GUESSES = 10_000;
const NETWORKS = 100;
const TRIES_OF_NETWORK = 20;
/** More would be refused while hashes wait. */
const CONCURRENCY = 8;
/** Each kind of page is asked for this often, in turn, so that other load on the machine affects all alike. */
const ROUNDS = 120;
const MAX_APART = 0.05;

const password = 'ひみつのことば';
const networkOf = (place: number) => `198.${18 + (place >> 8)}.${place & 255}.7`;

// functions.http.spec.ts has the fast case.
describe('guesses at pages that are not public', () => {
  let system: RunningSystem;
  const paths: Record<string, string> = { unknown: 'unknown-path' };
  const durations: Record<string, number[]> = {};

  beforeAll(async () => {
    const pages = { VIEWER_ORIGIN_PATTERN: 'https://{path}.pages.example', OWN_ORIGINS_FOR: 'needed' };
    system = await startSystem({ withViewer: true, env: { TRUST_PROXY: '1', ...pages } });
    const { access_token: token } = await system.signUp();
    for (const [kind, access] of [
      ...(['wrong', 'expired', 'stopped'] as const).map(
        (name) => [name, { visibility: 'password', password }] as const,
      ),
      ['secret', { visibility: 'secret' }] as const,
      ['public', {}] as const,
    ]) {
      const json = { html_content: kind, ...access };
      const answer = await system.call('/functions/v1/create-site', { method: 'POST', json, token });
      paths[kind] = createSiteAnswerSchema.parse(await answer.json()).site.path;
    }
    const change = (kind: string, changes: string) =>
      query(system.sitesDatabaseUrl, `UPDATE sites SET ${changes} WHERE path = $1`, [paths[kind]]);
    await change('expired', 'expires_at = now()');
    await change('stopped', `is_active = false, stopped_at = now(), stopped_reason = 'x', stopped_source = 'admin'`);
  }, 90_000);
  afterAll(() => system.close(), 60_000);

  const guess = async (path: string | undefined, network: number) => {
    const answer = await system.call('/functions/v1/open-site', {
      method: 'POST',
      json: { path, password: randomBytes(8).toString('hex') },
      headers: { 'x-forwarded-for': networkOf(network) },
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('are refused alike, and take the same time, whatever the reason is', async () => {
    const texts = new Set<string>();
    const kinds = Object.keys(paths);
    for (let round = 0; round < ROUNDS; round++) {
      // Each kind comes first as often as the others.
      for (const [place] of kinds.entries()) {
        const kind = kinds[(place + round) % kinds.length] ?? '';
        const began = performance.now();
        const { status, text } = await guess(paths[kind], NETWORKS + round);
        (durations[kind] ??= []).push(performance.now() - began);
        expect(status).toBe(403);
        texts.add(text);
      }
    }
    expect(texts.size).toBe(1);
    const medians = Object.fromEntries(Object.entries(durations).map(([kind, times]) => [kind, median(times)]));
    console.log('median ms', medians);
    const all = median(Object.values(durations).flat());
    for (const one of Object.values(medians)) expect(Math.abs(one - all) / all).toBeLessThan(MAX_APART);
  }, 300_000);

  it('at a password are bounded for each network', async () => {
    const statuses = await inParallel((at) => guess(paths['wrong'], at % NETWORKS).then(({ status }) => status));
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(NETWORKS * TRIES_OF_NETWORK);
    expect(statuses).toContain(429);
    // A busy machine answers 503 while too many hashes wait.
    expect(statuses.filter((status) => ![403, 429, 503].includes(status))).toEqual([]);
  }, 300_000);

  it('at a key are answered as an unknown page is', async () => {
    const { port } = new URL(system.pagesOrigin);
    const headers = { host: `${paths['secret']}.pages.example` };
    const ask = (key: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request({ port, path: `/~${key}`, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        });
        asked.on('error', reject).end();
      });
    const statuses = await inParallel(() => ask(randomBytes(17).toString('base64url').slice(0, 22)));
    expect(new Set(statuses)).toEqual(new Set([404]));
  }, 120_000);
});

async function inParallel<Result>(act: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < GUESSES) results.push(await act(next++));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
