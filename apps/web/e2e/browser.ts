import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { axeViolations, findChromium, isAcceptance } from '@haru/testing';
import { afterAll } from '@jest/globals';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';

/** `npm start` describes the system under test in the file that HARU_E2E_SYSTEM names. */
export interface SystemUnderTest {
  url: string;
  pagesUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  /** It serves the mailbox's page and API. */
  mailUrl: string;
  adminEmail: string;
  adminPassword: string;
  databaseUrls: { sites: string };
  redisUrl: string;
}

async function systemUnderTest(): Promise<SystemUnderTest> {
  const file = process.env['HARU_E2E_SYSTEM'];
  if (!file) throw new Error('HARU_E2E_SYSTEM must name the dev.json of a running system; `npm test` starts one.');
  return JSON.parse(await readFile(file, 'utf8')) as SystemUnderTest;
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium((line) => process.stderr.write(`${line}\n`));
  return chromium.launch({ executablePath, args: flags });
}

/** Each file of flows begins with it. It closes the browser after the last test. */
export async function startFlows(): Promise<{ browser: Browser; system: SystemUnderTest }> {
  const system = await systemUnderTest();
  const browser = await launchBrowser();
  afterAll(() => browser.close());
  return { browser, system };
}

// Motion costs about a tenth of a run: Playwright waits until the button of a dialog no longer moves.
const common: BrowserContextOptions = {
  locale: 'ja-JP',
  reducedMotion: isAcceptance ? 'no-preference' : 'reduce',
};
export const desktop: BrowserContextOptions = { ...common, viewport: { width: 1280, height: 900 } };
export const phone: BrowserContextOptions = {
  ...common,
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

/** Screens are looked at with these options, and pictures have this name. */
type Look = [name: string, options: BrowserContextOptions];

/** Each device in each colour scheme. `npm test` takes each device and each scheme once, which shows nearly all faults. */
function looksOf(wide: Look, narrow: Look): Look[] {
  const all = [wide, narrow].flatMap(([device, options]) =>
    (['light', 'dark'] as const).map((colorScheme): Look => [`${device}-${colorScheme}`, { ...options, colorScheme }]),
  );
  const isWhole = isAcceptance || process.env['HARU_SCREENSHOTS'] !== undefined;
  return isWhole ? all : all.filter((_look, index) => index === 0 || index === 3);
}

export const looks = looksOf(['desktop', desktop], ['phone', phone]);

/** These pictures have the width in their name instead of the device. */
export const looksByWidth = looksOf(['1280', desktop], ['390', phone]);

/** Collects the console errors and uncaught exceptions of a context's pages. */
export function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.location().url}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  return complaints;
}

/** Lists the rules of axe that a page breaks, best practices too; the list is empty when there are none. */
export async function axeFaults(page: Page): Promise<string[]> {
  // A part that is still fading in is half-transparent, which axe takes for too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const violations = await axeViolations(page);
  await page.emulateMedia({ reducedMotion: null });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`);
}

/**
 * Keeps a picture where HARU_SCREENSHOTS names a folder; otherwise does nothing. Chromium leaves frames of other hosts
 * blank when it draws more than the window on a phone: pictures of them are not of the whole page.
 */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env['HARU_SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  // A frame of another process draws its new size after the window does.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  // Parts that are still fading in are shown in their final state.
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage, animations: 'disabled' });
}

const readmeImages = join(import.meta.dirname, '../../../docs/images');

/** Makes a picture of the README again where HARU_README_IMAGES is set; otherwise does nothing. */
export async function readmeImage(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  if (!process.env['HARU_README_IMAGES'] || !before) return;
  await page.setViewportSize({ width: 1200, height: 750 });
  await page.screenshot({ path: join(readmeImages, `${name}.png`), animations: 'disabled' });
  await page.setViewportSize(before);
}

export const isFocused = (target: Locator): Promise<boolean> => target.evaluate((element) => element.matches(':focus'));

/** Moves the focus to an element as a person without a pointer does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target.toString()}`);
}

/** Presses a button as a person without a pointer does. */
export async function pressKeyOn(page: Page, button: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, button, key);
  await page.keyboard.press('Enter');
}

/** Opens the settings of a page that is not published yet; on a phone they are in a sheet. */
export async function openPublishSettings(page: Page, { isMobile }: BrowserContextOptions): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: '公開設定' }).click();
}

export const htmlEditor = (page: Page): Locator => page.getByRole('textbox', { name: 'HTML', exact: true });

/** Returns the shown text of the text area, or of the editor that replaces it. */
export const editorText = (page: Page): Promise<string> =>
  htmlEditor(page).evaluate((element) =>
    element instanceof HTMLTextAreaElement
      ? element.value
      : [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

/** Waits until the tab's storage has this text as the draft, of which the editor shows only a part when it is long. */
export const waitForDraft = (page: Page, html: string): Promise<unknown> =>
  page.waitForFunction((text) => sessionStorage.getItem('haru-draft')?.replace(/^.*\n/, '') === text, html);

/** Publishes from the open app, as a person does, and returns the address shown. */
export async function publishFromApp(page: Page, html: string): Promise<string> {
  await htmlEditor(page).fill(html);
  await page.getByRole('button', { name: '公開する' }).click();
  const link = page.getByRole('link', { name: '新しいタブで開く' });
  await link.waitFor();
  return (await link.getAttribute('href')) ?? '';
}
