import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { withSystem } from '../bench/harness/bench.js';
import { openChromium } from './browsers/chromium.js';
import type { Check } from './check.js';
import { type Files, UploadClient } from './uploads/upload-client.js';

const SCRIPT = 'globalThis.ran = true';
const HTML = `<!doctype html><title>hostile</title><script>${SCRIPT}</script>`;
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><script>${SCRIPT}</script></head></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`;
/** A browser must show or download each of these without a right beyond its host. */
const FILES: Record<string, string> = {
  'index.html': HTML,
  'page.htm': HTML,
  'page.xhtml': XHTML,
  'page.xml': XHTML,
  'styled.xml': `<?xml-stylesheet type="text/xsl" href="style.xsl"?><a/>`,
  'style.xsl': `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${XHTML}</xsl:template></xsl:stylesheet>`,
  'image.svg': SVG,
  'image.png': HTML,
  'module.js': HTML,
  'module.mjs': HTML,
  'worker.js': 'addEventListener("fetch", (event) => event.respondWith(new Response("taken over")))',
  'style.css': HTML,
  'data.json': HTML,
  'text.txt': HTML,
  'feed.rss': XHTML,
  'saved.mhtml': HTML,
  'file.pdf': `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>`,
  'code.wasm': HTML,
  'file.unknown': HTML,
  'no-extension': HTML,
};
/** Only these may run a script of their own. */
const RUN = /\.(html|htm|xhtml|xml|svg|rss|xsl)$/;
/** Chromium shows a document of its own for a PDF. */
const SHOWN_BY_BROWSER = 'file.pdf';

interface Seen {
  ran: boolean;
  origin: string;
  cookie: string;
  reached: string[];
}

/** Opens every kind of file of a hostile page in Chromium, on its own host and on the shared one. */
export async function acceptHostile(check: Check): Promise<void> {
  await withSystem(async ({ description: { url, pagesUrl } }) => {
    const client = new UploadClient(url);
    const files: Files = Object.fromEntries(
      Object.entries(FILES).map(([path, content]) => [path, Buffer.from(content)]),
    );
    const site = await client.publish(await client.upload(files));
    const sibling = await client.publish(await client.upload({ 'index.html': Buffer.from(`<h1>${randomUUID()}`) }));
    const context = await openChromium();
    try {
      for (const host of [url, pagesUrl]) {
        await context.addCookies([{ name: 'of-host', value: 'secret', url: host }]);
      }
      for (const one of [site.url, site.fallback_url ?? '']) {
        const address = one.replace(/\/$/, '');
        await continueTo(context, address);
        for (const path of Object.keys(FILES)) await look(check, context, address, path, [`${url}/`, sibling.url]);
      }
    } finally {
      await context.close();
    }
  });
}

/** The check finds what the style sheet of `styled.xml` can write, so that visitors are asked before they see a file. */
async function continueTo(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/`);
  await page.getByRole('button', { name: 'ページを表示する' }).click();
  await page.waitForFunction('globalThis.ran');
  await page.close();
}

async function look(check: Check, context: BrowserContext, address: string, path: string, others: string[]) {
  const host = new URL(address).origin;
  const isShared = address.includes('/share/');
  const what = `${path} on ${isShared ? 'the shared host' : 'its own host'}`;
  const page = await context.newPage();
  try {
    const answer = await page.goto(`${address}/${path}`).catch(String);
    if (answer === null || typeof answer === 'string') {
      check(`${what} is downloaded`, answer?.includes('Download is starting') ?? false, answer);
      return;
    }
    const { 'x-content-type-options': sniffing, 'content-type': type } = answer.headers();
    const isOk = answer.status() === 200 && sniffing === 'nosniff';
    if (path === SHOWN_BY_BROWSER) {
      check(`${what} is shown by the browser`, isOk && type === 'application/pdf', { type });
      return;
    }
    const seen = await page.evaluate<Seen>(PROBE(others, host));
    const holds =
      isOk &&
      seen.ran <= RUN.test(path) &&
      seen.reached.length === 0 &&
      seen.cookie === '' &&
      (seen.origin === 'null' || (!isShared && seen.origin === host));
    check(what, holds, { status: answer.status(), sniffing, type, ...seen });
  } finally {
    await page.close();
  }
}

/** It runs in the document of the file, and returns what the file has and reaches. */
const PROBE = (others: readonly string[], host: string) => `(async () => {
  const [reached, others, host] = [[], ${JSON.stringify(others)}, ${JSON.stringify(host)}];
  const attempt = async (what, isReached) => {
    try { if (await isReached()) reached.push(what); } catch { /* The browser refuses it. */ }
  };
  for (const other of others) {
    await attempt('reads ' + other, async () => (await fetch(other)).text());
    await attempt('frames ' + other, async () => {
      const frame = document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe');
      const loaded = new Promise((resolve) => (frame.onload = resolve));
      frame.src = other;
      document.documentElement.append(frame);
      await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 2_000))]);
      return frame.contentDocument?.location.href.startsWith('http');
    });
  }
  await attempt('asks as the visitor', async () => (await fetch(others[0] + 'auth/v1/user', { credentials: 'include' })).ok);
  let cookie = '';
  await attempt('cookies', () => { cookie = document.cookie; });
  if (self.origin === 'null') {
    await attempt('storage', () => Object.getPrototypeOf(localStorage) === Storage.prototype);
    await attempt('a service worker', () => navigator.serviceWorker.register(host + '/worker.js'));
  }
  return { ran: 'ran' in globalThis, origin: self.origin, cookie, reached };
})()`;
