import { findChromium } from '@haru/local-servers';
import { chromium, type BrowserContext } from 'playwright-core';
import { say } from '../../bench/harness/bench.js';
import type { TestedBrowser } from './tested-browser.js';

/** Starts Chromium without windows, with an empty profile that ends with it. */
export async function openChromium(): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', {
    executablePath: await findChromium(say),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}

export async function startChromium(): Promise<TestedBrowser> {
  const context = await openChromium();
  const page = await context.newPage();
  return {
    name: 'Chromium',
    resize: (width, height) => page.setViewportSize({ width, height }),
    async open(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    evaluate: (expression) => page.evaluate(expression),
    picture: async () => (await page.screenshot()).toString('base64'),
    close: () => context.close(),
  };
}
