import { randomUUID } from 'node:crypto';
import { waitFor } from '@haru/local-servers';
import { query } from '@haru/testing';
import type { System } from '../../start/system.js';
import type { Row } from './bench.js';
import { type Answered, ask, forEachOf, steadily, targetOf, timed } from './traffic.js';

export interface BenchAccount {
  email: string;
  password: string;
}
export interface BenchPage {
  id: string;
  path: string;
  url: string;
  expires_at: string;
}
type Headers = Record<string, string>;

/** A request without an answer for so long has failed. */
const TIMEOUT_MS = 15_000;
/** During a fault answers take longer. */
const FAULT_TIMEOUT_MS = 30_000;
const PUBLISHES_IN_FLIGHT = 8;
const JSON_TYPE = { 'content-type': 'application/json' };
export const PASSWORD = 'a password of the benchmark';

/** @throws Error unless it is answered with success */
export async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${new URL(url).pathname.split('/')[1]} answered ${answer.status} ${text.slice(0, 100)}`);
  return text;
}

/** @throws Error unless it is answered with success */
export async function sendJson(url: string, body: object, headers: Headers = {}, method = 'POST'): Promise<unknown> {
  const text = await fetchText(url, { method, body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } });
  return text && (JSON.parse(text) as unknown);
}

/** Publishes for the account whose token the headers have, or as a visitor. */
export async function publishPage(url: string, html: string, headers?: Headers): Promise<BenchPage> {
  const answer = await sendJson(`${url}/functions/v1/create-site`, { html_content: html }, headers);
  return (answer as { site: BenchPage }).site;
}

/** @returns the pages in the order of their texts */
export async function publishPages(url: string, texts: readonly string[], headers?: Headers): Promise<BenchPage[]> {
  const pages: BenchPage[] = [];
  await forEachOf([...texts.entries()], PUBLISHES_IN_FLIGHT, async ([index, html]) => {
    pages[index] = await publishPage(url, html, headers);
  });
  return pages;
}

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** @returns the access token of a temporary account */
export async function signUp(url: string): Promise<string> {
  return ((await sendJson(`${url}/auth/v1/signup`, {})) as { access_token: string }).access_token;
}

/** Makes an API key of the account that may publish. @returns the key */
export async function makeApiKey(url: string, token: string): Promise<string> {
  const asked = { name: 'bench', scopes: ['publish'] };
  const answer = await sendJson(`${url}/functions/v1/api-keys`, asked, bearer(token));
  return (answer as { api_key: { key: string } }).api_key.key;
}

/** @returns the access token */
export async function signIn(url: string, { email, password }: BenchAccount): Promise<string> {
  const answer = await sendJson(`${url}/auth/v1/token?grant_type=password`, { email, password });
  return (answer as { access_token: string }).access_token;
}

/** Makes accounts that can sign in. @throws Error unless all were made */
export async function makeAccounts(system: System['description'], count: number): Promise<BenchAccount[]> {
  const { url, serviceRoleKey: apikey } = system;
  const accounts = Array.from({ length: count }, (_, n) => ({ email: `bench-${n}@example.com`, password: PASSWORD }));
  for (const account of accounts) {
    await sendJson(`${url}/auth/v1/admin/users`, { ...account, email_confirm: true }, { ...bearer(apikey), apikey });
  }
  return accounts;
}

/** A fault may refuse, cut off or delay it: the status is 0 without an answer, and the caller counts it. */
export function post(url: string, body: object, headers: Headers = {}): Promise<Answered> {
  return ask({ ...targetOf(url), json: JSON.stringify(body), headers, timeoutMs: FAULT_TIMEOUT_MS }, 'kept');
}

export async function statusOf(url: string, body: object, headers?: Headers): Promise<number> {
  return (await post(url, body, headers)).status;
}

/** @returns the status; 0 without an answer */
export function publishStatus(url: string, token: string, title: string): Promise<number> {
  const html = `<!doctype html><title>${title}</title><p>${title}`;
  return statusOf(`${url}/functions/v1/create-site`, { html_content: html }, bearer(token));
}

/** Titles of the sites that begin so, as the database has them. */
export async function titlesIn(databaseUrl: string, mark: string): Promise<string[]> {
  const statement = 'SELECT title FROM sites WHERE title LIKE $1';
  return (await query<{ title: string }>(databaseUrl, statement, [`${mark}%`])).map(({ title }) => title);
}

/** Waits until storage has all that was published. */
export async function untilStored(databaseUrl: string): Promise<void> {
  const waiting = `SELECT FROM outbox UNION ALL SELECT FROM sites WHERE storage_path LIKE '%.md' LIMIT 1`;
  const isStored = async () => (await query(databaseUrl, waiting)).length === 0;
  await waitFor(isStored, { timeoutMs: 300_000, everyMs: 200, what: 'storage to have every page' });
}

/** @returns after how many seconds `works` succeeds for the first time */
export async function secondsUntil(what: string, works: () => Promise<boolean>): Promise<number> {
  return (await timed(() => waitFor(works, { timeoutMs: 120_000, everyMs: 100, what }))).ms / 1_000;
}

/** How many acknowledged pages the database does not have, and how many it has again. */
export function lossesOf(
  acknowledged: readonly string[],
  titles: readonly string[],
): { lost: number; doubled: number } {
  const kept = new Set(titles);
  return { lost: acknowledged.filter((title) => !kept.has(title)).length, doubled: titles.length - kept.size };
}

/** Publishes at a steady rate, whether or not answers come, and counts the results. */
export function steadyPublishing(url: string, token: string) {
  const mark = randomUUID();
  const acknowledged: string[] = [];
  let [status500, longestMs] = [0, 0];
  return {
    run: (perSecond: number, signal: AbortSignal) =>
      steadily(perSecond, signal, async (index) => {
        const title = `${mark} ${index}`;
        const { ms, value: status } = await timed(() => publishStatus(url, token, title));
        longestMs = Math.max(longestMs, ms);
        if (status === 200) acknowledged.push(title);
        if (status === 500) status500 += 1;
      }),
    async report(databaseUrl: string, row: Row, maxCallSeconds = Infinity): Promise<void> {
      const { lost, doubled } = lossesOf(acknowledged, await titlesIn(databaseUrl, mark));
      row.show({ published: acknowledged.length }).none('500s', status500).none('lost', lost).none('doubled', doubled);
      row.atMost(maxCallSeconds, 'longest call s', longestMs / 1_000);
    },
  };
}
