import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { accountChanged, accountSlice } from '../api/account.js';
import { api, type ApiEnvironment } from '../api/api.js';
import { createConfigLoader } from '../api/app-config.js';
import { createSessionKeeper } from '../api/session.js';

/** The store with its way to the server. `start` takes up a stored session and follows focus and connection. */
export function createAppStore() {
  const loadConfig = createConfigLoader();
  const session = createSessionKeeper({ loadConfig, onChange: (account) => store.dispatch(accountChanged(account)) });
  const environment: ApiEnvironment = { loadConfig, session };
  const store = configureStore({
    reducer: { [accountSlice.name]: accountSlice.reducer, [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: environment } }).concat(api.middleware),
  });
  return {
    store,
    start: (): (() => void) => {
      // Without an answer the account stays unknown; publishing asks again and tells what is wrong.
      session.resume().catch((error: unknown) => console.warn('the stored session could not be resumed', error));
      return setupListeners(store.dispatch);
    },
  };
}

export type AppStore = ReturnType<typeof createAppStore>['store'];
