import { findOnPath, installWithPackageManager, MissingProgramError, waitFor } from '@haru/local-servers';
import { z } from 'zod';
import { say, withSystem } from '../bench/harness/bench.js';
import type { System } from '../start/system.js';
import type { Check } from './check.js';
import type { TestedBrowser } from './browsers/tested-browser.js';
import { checkFlows } from './browsers/check-flows.js';
import { checkScreens, publish } from './browsers/check-screens.js';
import { startFirefox } from './browsers/firefox.js';
import { startWebKit } from './browsers/webkit.js';

/** Checks the screens that are special in Firefox and WebKitGTK; the flows use Chromium. */
export async function acceptBrowsers(check: Check): Promise<void> {
  const firefox = await findProgram('Firefox', ['firefox-esr', 'firefox'], ['firefox-esr']);
  const driver = await findProgram('WebKitWebDriver', ['WebKitWebDriver'], ['webkit2gtk-driver']);
  const screen = process.env['DISPLAY'] ? undefined : await findProgram('Xvfb', ['Xvfb'], ['xvfb']);
  const starts = [() => startFirefox(firefox), () => startWebKit(driver, screen)];
  await withSystem(async ({ description }) => {
    for (const start of starts) {
      const browser = await start();
      try {
        await checkBrowser(browser, description, check);
      } finally {
        await browser.close();
      }
    }
  });
}

/** Installs the packages where none of the programs is there. */
export async function findProgram(what: string, names: string[], packages: string[]): Promise<string> {
  const present = await findOnPath(...names);
  if (present) return present;
  await installWithPackageManager({ what, packages: { 'apt-get': packages } }, say);
  const installed = await findOnPath(...names);
  if (installed) return installed;
  throw new MissingProgramError(`${what} was installed, but is not on the PATH.`);
}

async function checkBrowser(browser: TestedBrowser, system: System['description'], check: Check): Promise<void> {
  const { name } = browser;
  for (const width of [1280, 390]) {
    await browser.resize(width, 900);
    await browser.open(system.url);
    const { shown, height, laidOut, space } = await waitForPreview(browser);
    const layout = width === 1280 ? 960 : 390;
    const holds = height > 100 && Math.abs(shown - space) <= 1 && Math.abs(laidOut - layout) <= 1;
    check(`${name}, ${width} px: the preview fills its place`, holds, { shown, height, laidOut, space });
  }

  await browser.open(await publish(system, ROUTER));
  const title = await browser.evaluate('document.title');
  check(`${name}: a page goes on after history.pushState`, title === 'went on', title);

  await browser.resize(1280, 900);
  await checkFlows(browser, system, check);
  await checkScreens(browser, system, check);

  if (!browser.errors) return;
  // The answer of this screen's call is checked with zod, which is loaded before the call.
  await browser.open(`${system.url}/about/safety`);
  const called = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/functions/v1/safety'))`;
  await waitFor(() => browser.evaluate(called), { what: 'the call of the screen' });
  const refused = browser.errors.filter((error) => error.includes('Content-Security-Policy'));
  check(`${name}: the Content-Security-Policy refuses nothing`, refused.length === 0, refused);
}

const previewSchema = z.object({ shown: z.number(), height: z.number(), laidOut: z.number(), space: z.number() });

/** What the preview's frame looks like: widths and height in px, once it has its page. */
async function waitForPreview(browser: TestedBrowser): Promise<z.output<typeof previewSchema>> {
  const look = `(() => {
    const tab = document.querySelectorAll('[role=tab]')[1];
    if (tab?.getAttribute('aria-selected') === 'false') tab.click();
    const frame = document.querySelector('iframe:not([hidden])');
    // A second frame is loaded for the next page once the first is shown.
    if (!frame || document.querySelectorAll('iframe').length < 2 || frame.clientWidth === 0) return null;
    // It is shrunk to its place once that is measured, which is after the first layout.
    if (!frame.closest('[style*="--width"]')) return null;
    const { width, height } = frame.getBoundingClientRect();
    return { shown: width, height, laidOut: frame.clientWidth, space: frame.parentElement.parentElement.clientWidth };
  })()`;
  const seen = await waitFor(() => browser.evaluate(look), { timeoutMs: 20_000, what: 'the preview' });
  return previewSchema.parse(seen);
}

/** Its script stops where the browser refuses it another path. */
const ROUTER = `<title>stopped</title><script>history.pushState({}, '', '/about');document.title = 'went on'</script>`;
