import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { accountChanged, accountSlice, deletedAccountSlice, type Account } from '../api/account.js';
import { api, type ApiEnvironment } from '../api/api.js';
import { createConfigLoader } from '../api/app-config.js';
import { noticeShown, noticeSlice } from '../api/app-notice.js';
import { dialogOpened, dialogSlice } from '../api/dialog.js';
import { createLeaveQuestion } from '../api/leave-question.js';
import { createSessionKeeper } from '../api/session.js';
import { texts } from '../texts/ja.js';
import { followLinkArrival, takeLinkArrival } from './take-link-arrival.js';

/** The store with its way to the server. `start` takes up a stored session and follows focus and connection. */
export function createAppStore() {
  const loadConfig = createConfigLoader();
  const session = createSessionKeeper({
    loadConfig,
    onChange: (account) => {
      const confirmed = isConfirmed(store.getState().account, account);
      store.dispatch(accountChanged(account));
      if (confirmed) store.dispatch(noticeShown({ kind: 'done', text: texts.upgraded }));
    },
    onEnded: (account) => {
      // Nobody can log in to a temporary account again.
      store.dispatch(
        account.kind === 'temporary'
          ? noticeShown({ kind: 'fault', text: texts.temporarySessionEnded })
          : noticeShown({ kind: 'fault', text: texts.errors.SESSION_ENDED, action: 'login' }),
      );
    },
  });
  const leaving = createLeaveQuestion(session, () => store.dispatch(dialogOpened({ name: 'leaveAccount' })));
  const environment: ApiEnvironment = { loadConfig, session, leaving };
  const store = configureStore({
    reducer: {
      [accountSlice.name]: accountSlice.reducer,
      [deletedAccountSlice.name]: deletedAccountSlice.reducer,
      [dialogSlice.name]: dialogSlice.reducer,
      [noticeSlice.name]: noticeSlice.reducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: environment } }).concat(api.middleware),
  });
  const begin = async () => {
    const arrival = takeLinkArrival();
    await session.resume();
    if (arrival) await followLinkArrival(arrival, environment, store.dispatch);
  };
  return {
    store,
    start: (): (() => void) => {
      // Without an answer the account stays unknown; publishing asks again and tells what is wrong.
      begin().catch((error: unknown) => console.warn('the stored session could not be resumed', error));
      return setupListeners(store.dispatch);
    },
  };
}

/** The confirmation of a temporary account's address may come from another device, while nobody looks. */
function isConfirmed(before: Account, now: Account): boolean {
  return before.kind === 'temporary' && now.kind === 'registered' && before.id === now.id;
}

export type AppStore = ReturnType<typeof createAppStore>['store'];
