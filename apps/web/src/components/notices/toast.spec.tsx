import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
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
      <Toast />
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
