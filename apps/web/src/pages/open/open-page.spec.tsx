import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp } from '../../testing/render-app.js';

const OPEN = 'POST /functions/v1/open-site';

describe('the screen that asks for the password of a page', () => {
  const server = useFakeServer();
  beforeEach(() => window.history.replaceState(null, '', '/open/my-page'));

  it('says when the password is missing or wrong', async () => {
    const user = await renderApp();
    const field = await screen.findByRole('textbox', { name: '合言葉' });
    expect(document.title).toContain('合言葉の入力');
    expect(screen.queryByRole('link', { name: 'ホームへ戻る' })).not.toBeInTheDocument();
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await user.click(screen.getByRole('button', { name: 'ページを開く' }));
    expect(await screen.findByText('合言葉を入力してください。')).toBeVisible();
    server().answer(OPEN, () => refusal(403, 'PAGE_PASSWORD_WRONG'));
    await user.type(field, 'wrong{Enter}');
    expect(await screen.findByText(/^合言葉が違うか、/)).toBeVisible();
    expect(field).toHaveFocus();
    expect(server().to(OPEN)[0]?.body).toEqual({ path: 'my-page', password: 'wrong' });
  });
});
