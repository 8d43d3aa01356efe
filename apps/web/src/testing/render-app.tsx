import { act, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { App } from '../app/app.js';
import { createAppStore } from '../app/store.js';
import { SESSION_STORAGE_KEY } from '../session/client/stored-session.js';
import { sessionOf, type AccountOfTest } from './server/fake-accounts.js';

let stopLast = (): void => undefined;

/** Starts the whole app as `main.tsx` does, with a user. */
export async function renderApp(options: Parameters<typeof userEvent.setup>[0] = {}): Promise<UserEvent> {
  const user = userEvent.setup(options);
  const { store, start } = createAppStore();
  // The app of the former test would read the address too.
  stopLast();
  await act(async () => {
    stopLast = start();
    render(<App store={store} />);
  });
  return user;
}

/** This browser has asked for a mail: the auth client stores it so, and `started-flows.spec.ts` checks that. */
export function storeFlow(flowId: string): void {
  window.localStorage.setItem(`${SESSION_STORAGE_KEY}-flow-${flowId}-code-verifier`, JSON.stringify('v'.repeat(112)));
}

/** Stores a session of an earlier visit. */
export function storeSession(account: AccountOfTest): void {
  window.localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(sessionOf(account)));
}
