import { findChromium, temporaryDirectory } from '@haru/local-servers';
import { chromium } from 'playwright-core';
import type { TestedBrowser } from './tested-browser.js';

export async function startChromium(say: (line: string) => void): Promise<TestedBrowser> {
  const executablePath = await findChromium(say);
  const profile = await temporaryDirectory('haru-chromium-');
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  const page = await context.newPage();
  return {
    name: 'Chromium',
    resize: (width, height) => page.setViewportSize({ width, height }),
    async open(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    evaluate: (expression) => page.evaluate(expression),
    picture: async () => (await page.screenshot()).toString('base64'),
    async close() {
      await context.close();
      await profile.remove();
    },
  };
}
