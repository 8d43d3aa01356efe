import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '../../app/store.js';
import { toastShown } from './notices.js';
import { Toast } from './toast.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('keeps its button as long as the focus is on it, and the next one closes by itself', async () => {
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  const { store } = createAppStore();
  render(
    <Provider store={store}>
      <Toast address="/" />
    </Provider>,
  );
  act(() => void store.dispatch(toastShown({ text: '削除しました', action: '元に戻す', id: 1 })));
  act(() => screen.getByRole('button', { name: '元に戻す' }).focus());
  act(() => jest.advanceTimersByTime(60_000));
  await user.keyboard('{Enter}');
  expect(screen.queryByText('削除しました')).not.toBeInTheDocument();

  act(() => void store.dispatch(toastShown({ text: '元に戻しました', id: 2 })));
  expect(screen.getByText('元に戻しました')).toBeVisible();
  act(() => jest.advanceTimersByTime(2_000));
  expect(screen.queryByText('元に戻しました')).not.toBeInTheDocument();
});

describe('a toast', () => {
  function renderToast(action?: string) {
    const { store } = createAppStore();
    const at = (address: string) => (
      <Provider store={store}>
        <button type="button">ほかの操作</button>
        <Toast address={address} />
      </Provider>
    );
    const { rerender } = render(at('/'));
    act(() => void store.dispatch(toastShown({ text: '終わりました', action, id: 1 })));
    return (address: string) => rerender(at(address));
  }

  const shown = () => screen.queryByText('終わりました');

  it('ends with the next press, and one with a button only with its screen', () => {
    renderToast();
    fireEvent.click(screen.getByRole('button', { name: 'ほかの操作' }));
    expect(shown()).not.toBeInTheDocument();
    cleanup();
    const goTo = renderToast('元に戻す');
    fireEvent.click(screen.getByRole('button', { name: 'ほかの操作' }));
    expect(shown()).toBeVisible();
    act(() => jest.advanceTimersByTime(1_000));
    goTo('/?view=dashboard');
    expect(shown()).not.toBeInTheDocument();
  });

  it('stays where it says the result of leaving the screen', () => {
    const goTo = renderToast('元に戻す');
    goTo('/?view=dashboard');
    expect(shown()).toBeVisible();
  });
});
