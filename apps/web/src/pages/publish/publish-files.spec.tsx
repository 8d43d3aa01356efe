import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { json, publishedSite, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp } from '../../testing/render-app.js';

const createSite = 'POST /functions/v1/create-site';
const id = '6f6e3a3e-0d52-4a0e-8f51-3a0f3f0c7a22';

describe('a page of several files', () => {
  const server = useFakeServer();

  /** The server has all files already, so no bytes are sent. */
  async function drop(): Promise<void> {
    const [upload, expires_at] = [{ success: true, missing: [] }, '2026-12-01T00:00:00.000Z'];
    server().answer('GET /functions/v1/limits', () => json(503, {}));
    server().answer('POST /functions/v1/create-upload', () =>
      json(200, { ...upload, upload_id: id, ticket: 't', expires_at }),
    );
    server().answer(`GET /functions/v1/uploads/${id}`, () =>
      json(200, { success: true, upload: { id, state: 'ready', expires_at, files: [], missing: [] } }),
    );
    await screen.findByRole('combobox', { name: '公開範囲' });
    const files = ['index.html', 'style.css'].map((name) => new File(['x'], name));
    fireEvent.drop(document.body, { dataTransfer: { files, items: [], types: ['Files'] } });
    expect(await screen.findByText('準備ができました。')).toBeVisible();
  }

  it('is published with a password in Japanese, which no header has', async () => {
    const user = await renderApp();
    await drop();
    await user.selectOptions(screen.getByRole('combobox', { name: '公開範囲' }), 'password');
    await user.type(screen.getByRole('textbox', { name: '合言葉' }), 'ひみつのことば');
    await user.click(screen.getByRole('button', { name: '公開する' }));
    expect(await screen.findByText('公開しました')).toBeVisible();
    const sent = { upload_id: id, visibility: 'password', password: 'ひみつのことば' };
    expect(server().to(createSite)[0]?.body).toEqual(sent);
  });

  it('shows a refusal until its files are changed', async () => {
    const user = await renderApp();
    await drop();
    server().answer(createSite, () => refusal(503, 'SERVICE_UNAVAILABLE'));
    await user.click(screen.getByRole('button', { name: '公開する' }));
    expect(await screen.findByText('サイトの作成に失敗しました')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'style.cssを外す' }));
    await waitFor(() => expect(screen.queryByText('サイトの作成に失敗しました')).not.toBeInTheDocument());
    server().answer(createSite, () => json(200, publishedSite()));
    await user.click(screen.getByRole('button', { name: '公開する' }));
    await user.click(await screen.findByRole('button', { name: 'もう一つ公開' }));
    expect(await screen.findByRole('textbox', { name: 'HTML' })).toHaveValue('');
  });

  it('is still there after a look at the dashboard', async () => {
    const user = await renderApp();
    await drop();
    await user.click(screen.getByRole('button', { name: 'マイページ' }));
    await screen.findByRole('heading', { name: /^マイページ/ });
    await user.click(screen.getByRole('button', { name: 'マイページ' }));
    expect(await screen.findByText('style.css')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: '公開する' }));
    expect(await screen.findByText('公開しました')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'もう一つ公開' }));
    expect(await screen.findByRole('textbox', { name: 'HTML' })).toBeVisible();
  });
});
