import { describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { codeMirror, enterText, shownText } from '../../testing/code-mirror.js';
import { useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp } from '../../testing/render-app.js';

const createSite = 'POST /functions/v1/create-site';
/** It has few lines: jsdom takes ten seconds to insert 6,000 of them. */
const large = `<p>${'春'.repeat(9_200)}</p>\r\n`.repeat(6);
const area = () => screen.queryByRole('textbox', { name: 'HTML' });

async function pasteLarge() {
  const user = await renderApp();
  await user.type(screen.getByRole('textbox', { name: 'HTML' }), 'before');
  await user.paste(large);
  await waitFor(codeMirror);
  return user;
}

describe('a text too large for a text area', () => {
  const server = useFakeServer();

  it('is published as it was pasted, with what was typed a moment ago', async () => {
    const user = await pasteLarge();
    expect(area()).toBeNull();
    enterText('!');
    await user.click(screen.getByRole('button', { name: '公開する' }));
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: `before${large}!` });
  });

  it('is undone as a whole once its own changes are, also when it was emptied', async () => {
    await pasteLarge();
    const press = (key: string) => fireEvent.keyDown(codeMirror().contentDOM, { key, ctrlKey: true });
    enterText('!');
    press('z');
    expect(shownText()).toBe(`before${large}`);
    act(() => codeMirror().dispatch({ changes: { from: 0, to: codeMirror().state.doc.length } }));
    expect(await screen.findByRole('button', { name: '案内状' })).toBeVisible();
    press('z');
    await waitFor(() => expect(shownText()).toBe(`before${large}`));
    press('z');
    await waitFor(() => expect(shownText()).toBe('before'));
  });

  it('is kept when the browser is closed before a pause in typing', async () => {
    await pasteLarge();
    enterText('!');
    act(() => {
      window.dispatchEvent(new Event('pagehide'));
    });
    cleanup();
    await renderApp();
    await waitFor(() => expect(shownText()).toBe(`before${large}!`));
  });

  it('is kept when the screen is left by the key of the browser for that', async () => {
    window.history.pushState(null, '', '/terms');
    window.history.pushState(null, '', '/');
    await pasteLarge();
    enterText('!');
    act(() => window.history.back());
    await screen.findByRole('heading', { level: 1, name: '利用規約' });
    act(() => window.history.forward());
    await waitFor(() => expect(shownText()).toBe(`before${large}!`));
  });

  it('is made before the first key arrives, and sent with Ctrl+Enter in that moment', async () => {
    const frames = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    const user = await renderApp();
    await user.click(screen.getByRole('textbox', { name: 'HTML' }));
    await user.paste(large);
    await waitFor(() => expect(document.querySelector('[data-code]')).toHaveFocus());
    frames.mockRestore();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: large });
  });
});
