import { describe, expect, it } from '@jest/globals';
import { informationAnswerSchema } from '@haru/contracts';
import { screen, within } from '@testing-library/react';
import { json, noNetwork, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp } from '../../testing/render-app.js';

const ROUTE = 'GET /functions/v1/information';
const markdown = [
  '# わたしたちの規約',
  '<script>steal()</script><b>太字</b>',
  '- [連絡先](/contact)',
  '- [報告先](/.well-known/security.txt)',
  '- [危険](javascript:alert(1))',
].join('\n\n');

describe('an information page', () => {
  const server = useFakeServer();
  const serveText = () =>
    server().answer(ROUTE, () =>
      json(200, informationAnswerSchema.parse({ success: true, information: { markdown } })),
    );

  it('is linked from the footer and shows the operator’s text, without raw HTML and scripts', async () => {
    serveText();
    const user = await renderApp();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getAllByRole('link').map((link) => link.textContent)).toEqual([
      '利用規約',
      'プライバシーポリシー',
      '公開ルール',
      'ページを通報',
      'お問い合わせ',
      'ドキュメント',
    ]);
    await user.click(footer.getByRole('link', { name: '利用規約' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'わたしたちの規約' })).toBeVisible();
    expect(document.title).toBe('貼る｜利用規約');
    expect(server().to(ROUTE)[0]?.query.get('page')).toBe('terms');
    const main = screen.getByRole('main');
    expect(main.querySelector('script, b')).toBeNull();
    expect(main.innerHTML).not.toContain('javascript:');
    expect(within(main).getByRole('link', { name: '報告先' })).toHaveAttribute('href', '/.well-known/security.txt');
    await user.click(within(main).getByRole('link', { name: '連絡先' }));
    expect(window.location.pathname).toBe('/contact');
  });

  it('begins with its contents where it is long, and has a button for reporting a bug', async () => {
    const sections = ['1. 範囲', '2. 責任', '3. 料金', '4. 停止', '5. 終了', '6. 連絡'];
    const long = ['# 規約', ...sections.map((title) => `## ${title}`), '[不具合を報告](#bug-report)'].join('\n\n');
    server().answer(ROUTE, () =>
      json(200, informationAnswerSchema.parse({ success: true, information: { markdown: long } })),
    );
    window.history.replaceState(null, '', '/terms');
    const user = await renderApp();
    const contents = await screen.findByRole('navigation', { name: '目次' });
    expect(within(contents).getByRole('link', { name: '6. 連絡' })).toHaveAttribute('href', '#6.連絡');
    expect(screen.getByRole('heading', { name: '6. 連絡' })).toHaveAttribute('id', '6.連絡');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: '不具合を報告' }));
    expect(await screen.findByRole('dialog', { name: '不具合・ご要望の報告' })).toBeVisible();
  });

  it('says that it could not be loaded, and tries again', async () => {
    window.history.replaceState(null, '', '/privacy');
    server().answer(ROUTE, noNetwork);
    const user = await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('ページを読み込めませんでした');
    serveText();
    await user.click(screen.getByRole('button', { name: '再試行' }));
    expect(await screen.findByRole('heading', { name: 'わたしたちの規約' })).toBeVisible();
  });
});
