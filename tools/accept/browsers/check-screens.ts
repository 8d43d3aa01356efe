import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@haru/local-servers';
import { z } from 'zod';
import { bearer, sendJson } from '../../bench/harness/api.js';
import type { System } from '../../start/system.js';
import type { TestedBrowser } from './tested-browser.js';

type Description = System['description'];

const REPORT = '銀行を装い、暗証番号を入力させています。';

/** @returns the address of the published page on the shared host, which every browser finds */
export async function publish(system: Description, html: string): Promise<string> {
  const answer = await sendJson(`${system.url}/functions/v1/create-site`, { html_content: html });
  return z.object({ site: z.object({ fallback_url: z.url() }) }).parse(answer).site.fallback_url;
}

/** @returns the address of the case about a page that was just reported */
async function report(system: Description): Promise<string> {
  const path = new URL(await publish(system, '<title>見本の銀行</title>')).pathname.split('/').at(-1);
  const body = { path, kind: 'phishing', description: REPORT };
  // Everybody else first has to solve a puzzle.
  const headers = { apikey: system.serviceRoleKey, ...bearer(system.serviceRoleKey) };
  const answer = await sendJson(`${system.url}/functions/v1/report-site`, body, headers);
  return z.object({ case_url: z.url() }).parse(answer).case_url;
}

/** Looks at the settings of the admin, as whom the browser is signed in from then on, and at a case. */
export async function checkScreens(
  browser: TestedBrowser,
  system: Description,
  check: (what: string, holds: boolean, seen: unknown) => void,
): Promise<void> {
  const { url, adminEmail: email, adminPassword: password } = system;
  const headers = { apikey: system.anonKey };
  const session = await sendJson(`${url}/auth/v1/token?grant_type=password`, { email, password }, headers);
  await browser.open(url);
  const stored = JSON.stringify(JSON.stringify(session));
  await browser.evaluate(`localStorage.setItem('haru-session', ${stored}) === undefined`);
  const screens = [
    { name: 'settings', address: `${url}/?settings=security`, text: '二段階認証' },
    { name: 'case', address: await report(system), text: REPORT },
  ];
  for (const { name, address, text } of screens) {
    for (const width of [1280, 390]) {
      await browser.resize(width, 900);
      // Only the part behind # may differ from the last address, which loads nothing.
      await browser.open('about:blank');
      await browser.open(address);
      const isShown = () => browser.evaluate(`document.body.innerText.includes('${text}')`);
      await waitFor(isShown, { timeoutMs: 20_000, what: `the screen ${name}` });
      const wide = await browser.evaluate(TOO_WIDE);
      check(
        `${browser.name}, ${width} px: ${name} fits into the window`,
        z.array(z.string()).parse(wide).length === 0,
        wide,
      );
      const folder = process.env['HARU_SCREENSHOTS'];
      const file = `${browser.name}-${name}-${width}.png`;
      if (folder) await writeFile(join(folder, file), await browser.picture(), 'base64');
    }
  }
}

/** Elements with content that is wider than they are, although it cannot be scrolled into view. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('dialog[open], main')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1).map((element) => element.localName)`;
