import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@haru/local-servers';
import type { BrowserContext } from 'playwright-core';
import { zipOf } from '../../apps/sites-service/test/zip-file.js';
import { say, withSystem } from '../bench/harness/bench.js';
import { openChromium } from './browsers/chromium.js';
import type { Check } from './check.js';
import { readFixtures } from './fixtures.js';
import { type Files, UploadClient } from './uploads/upload-client.js';

const run = promisify(execFile);
const WAIT_MS = 20_000;
/** Dependencies of the pinned packages are those of this day. */
const BEFORE = '2026-11-20';

interface Build {
  name: string;
  args: string[];
  output: string;
  sentAs: 'folder' | 'ZIP';
}

const builds: readonly Build[] = [
  { name: 'vite', args: ['vite', 'build'], output: 'dist', sentAs: 'folder' },
  { name: 'astro', args: ['astro', 'build'], output: 'dist', sentAs: 'ZIP' },
  { name: 'vitepress', args: ['vitepress', 'build'], output: '.vitepress/dist', sentAs: 'ZIP' },
  { name: 'next', args: ['next', 'build'], output: 'out', sentAs: 'folder' },
];

const WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (new URL(event.request.url).pathname === '/of-worker') event.respondWith(new Response('made by the worker'));
  });`;

/** Publishes what common tools build with their default configuration, and opens it in Chromium. */
export async function acceptBuilds(check: Check): Promise<void> {
  const folder = await temporaryDirectory('haru-builds-');
  try {
    await withSystem(async ({ description: { url } }) => {
      for (const build of builds) {
        say(`Building with ${build.name} …`);
        const files = await made(build, join(folder.path, build.name));
        const address = await publish(build, files, folder.path, url);
        const context = await openChromium();
        try {
          await look(check, build, address, context);
        } finally {
          await context.close();
        }
      }
    });
  } finally {
    await folder.remove();
  }
}

async function made({ name, args, output }: Build, folder: string): Promise<Files> {
  const sources = await readFixtures(join(import.meta.dirname, 'builds', `${name}.txt`));
  for (const file of [...sources, { name: 'public/sw.js', source: WORKER }]) {
    await mkdir(dirname(join(folder, file.name)), { recursive: true });
    await writeFile(join(folder, file.name), file.source);
  }
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' };
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
  await run('npm', ['install', '--no-audit', '--no-fund', '--before', BEFORE], options);
  await run('npx', ['--no-install', ...args], options);
  const entries = await readdir(join(folder, output), { recursive: true, withFileTypes: true });
  const files: Files = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files[relative(join(folder, output), path)] = await readFile(path);
  }
  return files;
}

/** @returns the address of the page's own host, which only browsers find */
async function publish({ sentAs }: Build, files: Files, folder: string, url: string): Promise<string> {
  if (sentAs === 'folder') {
    const client = new UploadClient(url);
    return (await client.publish(await client.upload(files))).url;
  }
  const archive = join(folder, 'site.zip');
  await writeFile(archive, zipOf(Object.entries(files).map(([name, data]) => ({ name, data }))));
  return (await run('curl', ['-sS', '-T', archive, `${url}/`])).stdout.trim();
}

async function look(check: Check, { name, sentAs }: Build, address: string, context: BrowserContext): Promise<void> {
  const faults: string[] = [];
  const page = await context.newPage();
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  const seen = async (what: string, see: () => Promise<unknown>) => {
    const result = await see().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    check(`${name} as ${sentAs}: ${what}`, result === true, result);
  };
  await page.goto(address, { waitUntil: 'load', timeout: WAIT_MS });
  const later = page.getByRole('heading', { name: 'loaded later' });
  const isShown = () => later.waitFor({ timeout: WAIT_MS }).then(() => true);
  await seen('a font', () =>
    page.evaluate('document.fonts.ready.then((fonts) => [...fonts].some(({ status }) => status === "loaded"))'),
  );
  await seen('a service worker', () =>
    page.evaluate(`(async () => {
      const { serviceWorker } = navigator;
      if (!serviceWorker.controller) await new Promise((resolve) => (serviceWorker.oncontrollerchange = resolve));
      return (await (await fetch('/of-worker')).text()) === 'made by the worker';
    })()`),
  );
  await seen('a chunk that is loaded later', async () => {
    await page.getByRole('link', { name: 'Later' }).click();
    return isShown();
  });
  await seen('a deep link', async () => {
    await page.goto(new URL('/deep/later', address).href, { timeout: WAIT_MS });
    return isShown();
  });
  check(`${name} as ${sentAs}: no error`, faults.length === 0, faults);
}
