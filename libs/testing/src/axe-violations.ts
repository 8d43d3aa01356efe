import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
// Listing passed checks, too, takes most of the time.
const RUN = `axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)`;

/**
 * Returns axe's findings in a document, of every impact. Frames are left out: they show pages of others, and
 * `@axe-core/playwright` would load axe into each of them each time.
 */
export async function axeViolations(page: Page): Promise<Result[]> {
  const isLoaded = await page.evaluate<boolean>(`'axe' in window`);
  if (!isLoaded) await page.evaluate(await readFile(axeFile, 'utf8'));
  return page.evaluate<Result[]>(RUN);
}
