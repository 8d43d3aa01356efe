import { waitFor } from '@haru/local-servers';
import { findProgram } from '../browsers.js';
import { startChromium } from '../browsers/chromium.js';
import { startFirefox } from '../browsers/firefox.js';
import type { TestedBrowser } from '../browsers/tested-browser.js';
import type { System } from '../../start/system.js';
import type { Check } from '../check.js';
import { type Files, UploadClient } from '../uploads/upload-client.js';
import { OwnPage } from './own-page.js';
import { CONTENT } from './visitors.js';

const WAIT_MS = 30_000;

/** Its title says that everything has loaded, and whether its service worker has the page. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>loading</title>
<link rel="stylesheet" href="/assets/style-1a2b3c4d.css"><p>${CONTENT}</p>
<script type="module" src="/assets/app-1a2b3c4d.js"></script>`;

const files: Files = Object.fromEntries(
  Object.entries({
    'index.html': PAGE,
    'assets/style-1a2b3c4d.css': `@font-face { font-family: own; src: url('./font-1a2b3c4d.woff2') } p { font-family: own }`,
    // No browser accepts it as a font, but each must get it.
    'assets/font-1a2b3c4d.woff2': 'wOF2',
    'assets/part-1a2b3c4d.js': 'export const part = 1;',
    'data.json': '{"rows":[1]}',
    'assets/app-1a2b3c4d.js': `import { part } from './part-1a2b3c4d.js';
      const { rows } = await (await fetch('/data.json')).json();
      await Promise.allSettled([document.fonts.load('1em own')]);
      const font = performance.getEntriesByName(new URL('/assets/font-1a2b3c4d.woff2', location.href).href)[0];
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
      document.title = part === 1 && rows[0] === 1 && font?.responseStatus === 200 ? 'complete' : 'incomplete';`,
    // It shows what it has, and never asks again.
    'sw.js': `const kept = ['/', '/data.json', '/assets/app-1a2b3c4d.js', '/assets/part-1a2b3c4d.js'];
      addEventListener('install', (event) =>
        event.waitUntil(caches.open('1').then((cache) => cache.addAll(kept)).then(() => skipWaiting())));
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) =>
        event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request))));`,
  }).map(([path, text]) => [path, Buffer.from(text)]),
);

/** A build of several files behind a link and behind a password, and the service worker that it leaves behind. */
export async function checkWorkers(check: Check, system: System['description']): Promise<void> {
  const firefox = await findProgram('Firefox', ['firefox-esr', 'firefox'], ['firefox-esr']);
  for (const start of [startChromium, () => startFirefox(firefox)]) {
    const browser = await start();
    try {
      await checkWorker(check, system, browser);
    } finally {
      await browser.close();
    }
  }
}

async function checkWorker(check: Check, system: System['description'], browser: TestedBrowser): Promise<void> {
  const client = new UploadClient(system.url);
  const { id, path } = await client.publish(await client.upload(files));
  const page = new OwnPage(system, client.token ?? '', id, path);
  const address = `http://${page.host}`;
  const titleOf = () => browser.evaluate('document.title');
  const isShown = () => browser.evaluate(`document.body.innerText.includes(${JSON.stringify(CONTENT)})`);
  const openAll = async (target: string): Promise<unknown> => {
    await browser.open(address + target);
    await waitFor(async () => (await titleOf()) !== 'loading', { timeoutMs: WAIT_MS, what: 'the page' });
    return titleOf();
  };

  await openAll('/');
  const changes: Record<string, () => Promise<() => Promise<string>>> = {
    'it becomes secret': () => page.change('secret'),
    'its key is renewed': () => page.renewKey(),
    'it gets a password': () => page.change('password'),
    'its password is changed': () => page.change('password'),
  };
  for (const [what, change] of Object.entries(changes)) {
    const hadWorker = await browser.evaluate('navigator.serviceWorker.controller !== null');
    const targetOf = await change();
    await browser.open(`${address}/`);
    const atFirst = await isShown();
    // The browser asks for the service worker again, and gets one that removes it.
    await waitFor(async () => !(await isShown()), { timeoutMs: WAIT_MS, what: 'the page to be hidden' });
    await browser.open(`${address}/`);
    const again = await isShown();
    const hasWorker = await browser.evaluate('navigator.serviceWorker.controller !== null');
    const seen = { hadWorker, atFirst, again, hasWorker };
    check(
      `${browser.name}: its service worker shows nothing after ${what}`,
      hadWorker === true && !again && !hasWorker,
      seen,
    );
    const title = await openAll(await targetOf());
    check(`${browser.name}: admitted visitors see all of it after ${what}`, title === 'complete', title);
  }
}
