import { act, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { App } from '../app/app.js';
import { createAppStore } from '../app/store.js';
import { SESSION_STORAGE_KEY } from '../api/stored-session.js';
import { sessionOf, type AccountOfTest } from './fake-accounts.js';

/** The whole app as `main.tsx` starts it, with a user in front of it. */
export async function renderApp(options: Parameters<typeof userEvent.setup>[0] = {}): Promise<UserEvent> {
  const user = userEvent.setup(options);
  const { store, start } = createAppStore();
  await act(async () => {
    start();
    render(<App store={store} />);
  });
  return user;
}

/** A session of an earlier visit. */
export function storeSession(account: AccountOfTest): void {
  window.localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(sessionOf(account)));
}
