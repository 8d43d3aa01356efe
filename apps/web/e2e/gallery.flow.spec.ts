import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort, waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { axeFaults, looksByWidth, screenshot, startFlows } from './browser.js';

const { browser } = await startFlows();

const app = join(import.meta.dirname, '..');
const vite = join(app, '../../node_modules/vite/bin/vite.js');

describe('the gallery of components', () => {
  let url = '';
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/src/testing/gallery/index.html`;
    server = spawn(process.execPath, [vite, '--host', '127.0.0.1', '--port', String(port)], {
      cwd: app,
      stdio: 'ignore',
    });
    await waitFor(() => fetch(url), { timeoutMs: 60_000, what: 'the development server' });
  }, 90_000);
  afterAll(() => void server?.kill());

  it.each(looksByWidth)(
    'is sound (%s)',
    async (name, options) => {
      const page = await browser.newPage(options);
      await page.goto(url);
      await page.getByRole('heading', { name: '部品の見本' }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await screenshot(page, `gallery-${name}`);
      await page.close();
    },
    60_000,
  );
});
