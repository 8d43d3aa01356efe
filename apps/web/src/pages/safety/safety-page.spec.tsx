import { describe, expect, it } from '@jest/globals';
import { pageRules, safetyAnswerSchema } from '@haru/contracts';
import { screen, within } from '@testing-library/react';
import { json, noNetwork, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp } from '../../testing/render-app.js';

const ROUTE = 'GET /functions/v1/safety';

describe('公開ルール', () => {
  const server = useFakeServer();

  it('is linked from the footer, and has each rule and the figures of each year', async () => {
    const years = [
      { year: 2026, passed: 12_345, notice: 6, refused: 7, unchecked: 0 },
      { year: 2025, passed: 1, notice: 0, refused: 0, unchecked: 0 },
    ];
    server().answer(ROUTE, () =>
      json(200, safetyAnswerSchema.parse({ success: true, safety: { rules_version: 3, years } })),
    );
    const user = await renderApp();
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: '公開ルール' }));
    expect(await screen.findByRole('heading', { level: 1, name: '公開ルール' })).toBeVisible();
    expect(window.location.pathname).toBe('/about/safety');
    // The loading screen has the heading too.
    const main = (await screen.findByText('パスワードの入力欄')).closest('main') ?? document.body;
    for (const { ja } of Object.values(pageRules)) {
      expect(within(main).getByText(ja).closest('li')).toHaveTextContent(ja);
    }
    const rows = within(await screen.findByRole('table', { name: '確認の件数' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      '確認の結果2026年2025年',
      '公開12,3451',
      '確認中の画面つきで公開60',
      '公開できなかった70',
      '入力欄のないページを確認できずに公開00',
    ]);
  });

  it('shows the rules also when the figures cannot be loaded, and tries again', async () => {
    window.history.replaceState(null, '', '/about/safety');
    server().answer(ROUTE, noNetwork);
    const user = await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('件数を読み込めませんでした');
    expect(screen.getByText('パスワードの入力欄')).toBeVisible();
    server().answer(ROUTE, () =>
      json(200, safetyAnswerSchema.parse({ success: true, safety: { rules_version: 3, years: [] } })),
    );
    await user.click(screen.getByRole('button', { name: '再試行' }));
    expect(await screen.findByText('まだ件数はありません。')).toBeVisible();
  });
});
