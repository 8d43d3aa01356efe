import { join } from 'node:path';
import { waitFor } from '@haru/local-servers';
import { axeViolations } from '@haru/testing';
import type { Page } from 'playwright-core';
import { sendJson, type BenchPage } from '../bench/harness/api.js';
import { withSystem } from '../bench/harness/bench.js';
import { openChromium } from './browsers/chromium.js';
import type { Check } from './check.js';
import { readFixtures } from './fixtures.js';

const folder = join(import.meta.dirname, 'render');
/** Code is coloured by a job, and charts are drawn in steps. */
const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 500;
/** The code of diagrams has no colours. */
const CODE = 'code[class^="language-"]:not(.language-mermaid)';

/** Publishes components and Markdown as assistants write them, and opens the pages. `RENDER_PICTURES` keeps pictures. */
export async function acceptRender(check: Check): Promise<void> {
  const context = await openChromium();
  try {
    await withSystem(
      async ({ description: { url } }) => {
        for (const format of ['component', 'markdown'] as const) {
          for (const { name, source } of await readFixtures(
            join(folder, `${format === 'component' ? 'components' : format}.txt`),
          )) {
            const seen = await sendJson(`${url}/functions/v1/create-site`, { html_content: source, format }).then(
              async (answer) => look(await context.newPage(), (answer as { site: BenchPage }).site.url, name, format),
              (error: unknown) => [String(error)],
            );
            check(`${format} ${name}`, seen.length === 0, seen);
          }
        }
      },
      { AUTH_RATE_LIMITS: '100000', PUBLISH_LIMITS: '{"pagesWithoutProof":1000}' },
    );
  } finally {
    await context.close();
  }
}

/** @returns what is wrong with the page at both widths */
async function look(page: Page, address: string, name: string, format: 'component' | 'markdown'): Promise<string[]> {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  try {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address, { waitUntil: 'networkidle', timeout: WAIT_MS });
      const shown = page.locator('#root > :visible, main > :visible').first();
      await shown.waitFor({ timeout: WAIT_MS });
      if (format === 'markdown') await waitForColours(page);
      if ((await page.innerText('body')).trim() === '') faults.push('the page is empty');
      if ((await page.getByRole('alert').count()) > 0) faults.push(await page.getByRole('alert').first().innerText());
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) faults.push(`it is ${overflow} px too wide at ${width} px`);
      await picture(page, `${name}-${width}`);
      if (format === 'markdown') faults.push(...(await lookAtDocument(page, `${name}-${width}`)));
    }
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  await page.close();
  return faults;
}

/** Loads the page again until its code has colours. @throws Error when it stays without */
async function waitForColours(page: Page): Promise<void> {
  const [code, coloured] = [page.locator(CODE), page.locator(`${CODE} span`)];
  const hasColours = async () => {
    if ((await code.count()) === 0 || (await coloured.count()) > 0) return true;
    await page.reload({ waitUntil: 'networkidle' });
    return false;
  };
  await waitFor(hasColours, { timeoutMs: WAIT_MS, everyMs: LOOK_EVERY_MS, what: 'the colours of code' });
}

/** Markdown has a style of its own in the dark and in print. @returns axe's findings in the light and in the dark */
async function lookAtDocument(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Whether a text has a main heading is for its author to decide.
    const violations = (await axeViolations(page)).filter(({ id }) => id !== 'page-has-heading-one');
    faults.push(...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`));
  }
  await picture(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: null, media: 'print' });
  await picture(page, `${name}-print`);
  await page.emulateMedia({ media: null });
  return faults;
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['RENDER_PICTURES'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
