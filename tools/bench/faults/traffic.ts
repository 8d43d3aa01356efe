import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@haru/local-servers';
import { query } from '@haru/testing';
import { bearer, PASSWORD, post, publishPages, statusOf } from '../harness/api.js';
import type { Row } from '../harness/bench.js';
import { steadily } from '../harness/traffic.js';

const MAILS_WITHIN_MS = 60_000;
const AGAIN_MS = 100;
const PAGES = 10;
const ENCODINGS = ['identity', 'gzip', 'br'];

/** @returns the addresses of all mails to an address that contains this */
export async function mailsTo(mailUrl: string, part: string): Promise<string[]> {
  const search = `${mailUrl}/api/v1/search?limit=10000&query=${encodeURIComponent(`to:"${part}"`)}`;
  const { messages } = (await (await fetch(search)).json()) as { messages: { To: { Address: string }[] }[] };
  return messages.flatMap(({ To }) => To.map(({ Address }) => Address));
}

/** Signs people up at a steady rate, whether or not answers come, and counts the mails that they got. */
export function steadySignUps(url: string, mailUrl: string) {
  const mark = randomUUID();
  const acknowledged: string[] = [];
  const counts = async (): Promise<number[]> => {
    const addresses = await mailsTo(mailUrl, mark);
    return acknowledged.map((email) => addresses.filter((address) => address === email).length);
  };
  const isMailed = async () => (await counts()).every((count) => count > 0);
  return {
    run: (perSecond: number, signal: AbortSignal) =>
      steadily(perSecond, signal, async (index) => {
        const email = `${mark}-${index}@example.com`;
        if ((await statusOf(`${url}/auth/v1/signup`, { email, password: PASSWORD })) === 200) acknowledged.push(email);
      }),
    untilMailed: () => waitFor(isMailed, { timeoutMs: MAILS_WITHIN_MS, everyMs: 200, what: 'a mail for each sign-up' }),
    /** How many of them got more than one mail. */
    doubled: async () => (await counts()).filter((count) => count > 1).length,
  };
}

/** Updates pages at a steady rate, each on what was acknowledged before; without an answer the same call is repeated. */
export async function steadyUpdates(url: string, token: string) {
  const newHtml = () => `<!doctype html><title>${randomUUID()}</title>`;
  const texts = Array.from({ length: PAGES }, newHtml);
  const published = await publishPages(url, texts, bearer(token));
  const pages = published.map(({ id, url: link }, index) => {
    return { id, link, html: texts[index], version: 1, isUpdating: false };
  });
  let [updated, doubled] = [0, 0];

  const updateOne = async (page: (typeof pages)[number]): Promise<void> => {
    const html = newHtml();
    const body = { id: page.id, html_content: html, base_version: page.version };
    const headers = { ...bearer(token), 'idempotency-key': randomUUID() };
    // It is repeated after the end, too, until it is known whether the last version was made.
    let answer = { status: 0, text: '' };
    while (answer.status !== 200 && answer.status !== 412) {
      answer = await post(`${url}/functions/v1/update-site`, body, headers);
      if (answer.status !== 200 && answer.status !== 412) await delay(AGAIN_MS);
    }
    const made = answer.status === 200 && (JSON.parse(answer.text) as { site: { version: number } }).site.version;
    if (made !== page.version + 1) doubled += 1;
    if (made === false) return;
    Object.assign(page, { html, version: made });
    updated += 1;
  };
  const isShown = async (page: (typeof pages)[number], encoding: string): Promise<boolean> => {
    const answer = await fetch(page.link, { headers: { 'accept-encoding': encoding } });
    return answer.ok && (await answer.text()) === page.html;
  };
  return {
    run: (perSecond: number, signal: AbortSignal) =>
      steadily(perSecond, signal, async (index) => {
        const page = pages[index % PAGES];
        if (!page || page.isUpdating) return;
        page.isUpdating = true;
        await updateOne(page);
        page.isUpdating = false;
      }),
    /** Whether each page's link shows its last acknowledged version, in every encoding. */
    async areShown(): Promise<boolean> {
      const shown = pages.flatMap((page) => ENCODINGS.map((encoding) => isShown(page, encoding)));
      return (await Promise.all(shown)).every(Boolean);
    },
    /** A repeated key is doubled where it conflicts with itself, or makes a number that leaves one out. */
    async report(databaseUrl: string, row: Row): Promise<void> {
      let lost = 0;
      for (const { id, version } of pages) {
        const statement = 'SELECT 1 FROM page_versions WHERE site_id = $1 AND number <= $2';
        lost += version - (await query(databaseUrl, statement, [id, version])).length;
      }
      row.show({ updated }).none('versions lost', lost).none('versions doubled', doubled);
    },
  };
}
