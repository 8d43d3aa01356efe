import { describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { desktop, phone, startFlows } from './browser.js';

const { browser, system } = await startFlows();

const withPage = async (options: BrowserContextOptions, act: (page: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext(options);
  await act(await context.newPage());
  await context.close();
};

describe('before the app has arrived', () => {
  it.each([
    ['/', true],
    ['/login', true],
    ['/about/safety', true],
    ['/?view=dashboard', false],
    ['/terms', false],
  ])(
    '%s shows the header, and the heading where it is its own (%s)',
    async (path, hasHeading) => {
      await withPage(phone, async (page) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        await page.route('**/assets/*.js', async (route) => {
          await promise;
          await route.continue();
        });
        await page.goto(`${system.url}${path}`, { waitUntil: 'commit' });
        await page.locator('.shell .seal').waitFor();
        expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(hasHeading);
        resolve();
        await page.getByRole('banner').waitFor();
        expect(await page.locator('.shell').count()).toBe(0);
      });
    },
    60_000,
  );

  it('nothing jumps when it does', async () => {
    await withPage(desktop, async (page) => {
      await page.addInitScript(() => {
        const seen = { shift: 0 };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(system.url);
      await page.getByRole('button', { name: '公開する' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(
        0.02,
      );
    });
  }, 60_000);
});

describe('the layout', () => {
  it.each([320, 390, 1280])(
    'keeps header, content and footer on one grid at %i px',
    async (width) => {
      await withPage({ ...desktop, viewport: { width, height: 800 } }, async (page) => {
        await page.goto(`${system.url}/terms`);
        await page.getByRole('contentinfo').waitFor();
        const inner = async (selector: string) =>
          page
            .locator(selector)
            .first()
            .evaluate((element) => {
              const { left, right } = element.getBoundingClientRect();
              const { paddingLeft, paddingRight } = getComputedStyle(element);
              return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)];
            });
        const header = await inner('header > div');
        expect(await inner('main')).toEqual(header);
        expect(await inner('footer')).toEqual(header);
        expect((header[1] ?? 0) - (header[0] ?? 0)).toBeLessThanOrEqual(1168);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      });
    },
    60_000,
  );

  it('has targets of 44 px', async () => {
    await withPage(phone, async (page) => {
      await page.goto(system.url);
      await page.getByRole('button', { name: '公開する' }).waitFor();
      const small = await page
        .locator('button:visible, nav a:visible, select:visible')
        .evaluateAll((controls) =>
          controls
            .map((control) => [control.textContent, control.getBoundingClientRect().height])
            .filter(([, height]) => Number(height) < 44),
        );
      expect(small).toEqual([]);
    });
  }, 60_000);

  it('shows the focus in another colour than a fault', async () => {
    await withPage(desktop, async (page) => {
      await page.goto(system.url);
      await page.getByRole('button', { name: 'ログイン' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('メールアドレスを入力してください。').waitFor();
      const field = page.locator('div:has(> input[aria-invalid])').first();
      const { outline, border } = await field.evaluate(async (element) => {
        // The border takes its colour gradually.
        await Promise.all(element.getAnimations().map(({ finished }) => finished));
        const style = getComputedStyle(element);
        return { outline: style.outlineColor, border: style.borderTopColor };
      });
      expect(outline).toBe(await page.evaluate(() => getComputedStyle(document.documentElement).color));
      expect(border).not.toBe(outline);
    });
  }, 60_000);
});
