import type { Locator, Page } from 'playwright-core';

/** An action of a page is in its card, in the card's menu, or on a phone in the sheet of its row. */
async function siteAction(page: Page, title: string, role: 'button' | 'link', name: string): Promise<Locator> {
  const card = page.getByRole('article', { name: title });
  await card.waitFor();
  if ((page.viewportSize()?.width ?? 0) < 640) {
    await card.getByRole('button', { name: title }).click();
    return page.getByRole('dialog', { name: title }).getByRole(role, { name });
  }
  const direct = card.getByRole(role, { name, exact: true });
  if ((await direct.count()) === 0) await card.getByRole('button', { name: 'その他の操作' }).click();
  return direct;
}

/** Presses one of the actions of a page on the dashboard. */
export async function chooseSiteAction(page: Page, title: string, name: string): Promise<void> {
  await (await siteAction(page, title, 'button', name)).click();
}

/** Finds the link on the dashboard that opens the page. */
export const siteLink = (page: Page, title: string): Promise<Locator> =>
  siteAction(page, title, 'link', 'ページを表示');
