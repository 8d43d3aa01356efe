import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ACCOUNT_ID, registered, temporary } from '../../testing/server/fake-accounts.js';
import { EXPIRING, json, useFakeServer } from '../../testing/server/fake-server.js';
import { serveSites, siteRow } from '../../testing/server/fake-sites.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

describe('the end of pages', () => {
  const server = useFakeServer();

  function saveFiles(): jest.Mock<(blob: Blob) => string> {
    const saved = jest.fn<(blob: Blob) => string>(() => 'blob:saved');
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: jest.fn() });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    return saved;
  }

  describe('the notice about pages that expire soon', () => {
    const serveExpiring = (total: number) =>
      server().answer(EXPIRING, () =>
        json(200, [{ expires_at: '2026-11-25T05:00:00.000Z' }], { 'content-range': `0-0/${total}` }),
      );

    it('is on the publish screen, for the pages of the account', async () => {
      serveExpiring(3);
      storeSession(registered);
      await renderApp();
      expect(
        await screen.findByText(/^まもなく公開が終わるページが3件あります（最初の期限は2026年11月25日/),
      ).toBeVisible();
      expect(screen.getByRole('link', { name: 'マイページで延長する' })).toBeVisible();
      const [asked] = server().to(EXPIRING);
      expect(asked?.query.get('user_id')).toBe(`eq.${ACCOUNT_ID}`);
      const [from = '', until = ''] = (asked?.query.getAll('expires_at') ?? []).map((text) =>
        text.replace(/^\w+\./, ''),
      );
      expect(Date.parse(until) - Date.parse(from)).toBe(3 * 24 * 3_600_000);
    });

    it('is on the dashboard', async () => {
      serveExpiring(1);
      serveSites(server(), [siteRow(1)]);
      storeSession(temporary);
      window.history.replaceState(null, '', '/?view=dashboard');
      await renderApp();
      expect(await screen.findByText('1件がまもなく終了します')).toBeVisible();
      expect(screen.getByText('最初の期限は11月25日です。')).toBeVisible();
    });

    it('is not there without such pages, and not asked about for a visitor', async () => {
      await renderApp();
      expect(screen.queryByText(/まもなく公開が終わる/)).not.toBeInTheDocument();
      expect(server().to(EXPIRING)).toEqual([]);
    });
  });

  describe('the calendar file', () => {
    it('is saved from a card', async () => {
      const saved = saveFiles();
      serveSites(server(), [siteRow(1, { title: '春, 夏', expires_at: '2050-11-25T05:00:00.000Z' })]);
      storeSession(temporary);
      window.history.replaceState(null, '', '/?view=dashboard');
      const user = await renderApp();
      await user.click(await screen.findByRole('button', { name: 'その他の操作' }));
      await user.click(screen.getByRole('button', { name: 'カレンダーに追加' }));
      const text = await saved.mock.calls[0]?.[0].text();
      expect(text).toContain('DTSTART:20501125T050000Z\r\n');
      expect(text).toContain('SUMMARY:「春\\, 夏」の公開期限\r\n');
    });

    it('is saved from the card after publishing', async () => {
      const saved = saveFiles();
      const user = await renderApp();
      await user.click(screen.getByRole('textbox', { name: 'HTML' }));
      await user.paste('<h1>やあ</h1>');
      await user.click(screen.getByRole('button', { name: '公開する' }));
      await user.click(await screen.findByRole('button', { name: 'カレンダーに追加' }));
      expect(await saved.mock.calls[0]?.[0].text()).toContain('SUMMARY:「春のおしらせ」の公開期限\r\n');
    });
  });
});
