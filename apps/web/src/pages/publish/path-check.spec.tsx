import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { registered } from '../../testing/server/fake-accounts.js';
import { json, noNetwork, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const CHECK = 'GET /functions/v1/check-path';

describe('the custom address while one types', () => {
  const server = useFakeServer();

  async function typePath(path: string) {
    storeSession(registered);
    const user = await renderApp();
    const field = await screen.findByRole('textbox', { name: 'URL（任意）' });
    await user.type(field, path);
    return { user, field };
  }

  it('is free', async () => {
    const { field } = await typePath('my-page');
    expect(await screen.findAllByText('このURLは使用できます')).not.toHaveLength(0);
    expect(field).toBeValid();
    // The whole word is asked for once, after the pause.
    expect(
      server()
        .to(CHECK)
        .map(({ query }) => query.get('path')),
    ).toEqual(['my-page']);
  });

  it('is taken', async () => {
    server().takenPaths = ['my-page'];
    const { field } = await typePath('my-page');
    expect(await screen.findAllByText('このURLは既に使用されています。')).not.toHaveLength(0);
    expect(field).toBeInvalid();
  });

  it('is reserved', async () => {
    server().answer(CHECK, () => refusal(400, 'PATH_RESERVED'));
    const { user, field } = await typePath('terms');
    expect(await screen.findAllByText(/^このURLは公式のページと間違われるおそれがあるため/)).not.toHaveLength(0);
    expect(field).toBeInvalid();
    server().answer(CHECK, () => json(200, { success: true, available: true }));
    await user.type(field, '2');
    expect(await screen.findAllByText('このURLは使用できます')).not.toHaveLength(0);
    expect(field).toBeValid();
  });

  it('says nothing when the question fails: publishing decides', async () => {
    server().answer(CHECK, noNetwork);
    const { field } = await typePath('my-page');
    expect(await screen.findByText('空欄なら自動で決まります')).toBeVisible();
    expect(field).toBeValid();
  });
});
