import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import {
  accountChanged,
  accountSlice,
  deletedAccountSlice,
  endedSessionSlice,
  selectAccount,
  selectEndedSession,
  sessionEnded,
  type Account,
} from '../api/account.js';
import { api, type ApiEnvironment } from '../api/api.js';
import type { SessionEnd } from '../api/auth-client.js';
import { createConfigLoader } from '../api/app-config.js';
import { noticeClosed, noticeShown, noticeSlice } from '../api/app-notice.js';
import { dialogOpened, dialogSlice } from '../api/dialog.js';
import { createLeaveQuestion } from '../api/leave-question.js';
import { createSessionKeeper } from '../api/session.js';
import { accountOfStored, storedSession } from '../api/stored-session.js';
import { texts } from '../texts/ja.js';
import { followLinkArrival, takeLinkArrival } from './take-link-arrival.js';

/** The store with its way to the server. `start` takes up a stored session and follows focus and connection. */
export function createAppStore() {
  const loadConfig = createConfigLoader();
  const session = createSessionKeeper({
    loadConfig,
    onChange: (account) => {
      const before = store.getState();
      store.dispatch(accountChanged(account));
      // Whoever is back need not be told any more.
      if (account.kind === 'registered' && selectEndedSession(before)) store.dispatch(noticeClosed());
      if (isConfirmed(before.account, account)) store.dispatch(noticeShown({ kind: 'done', text: texts.upgraded }));
      const lost = lostAddress(before.account, account);
      // The dialog about it says so itself.
      if (lost !== undefined && before.dialog?.name !== 'auth')
        store.dispatch(noticeShown({ kind: 'fault', text: texts.addressLost(lost), action: 'register' }));
    },
    onEnded: (account, how) => {
      const text = endText(account, how);
      store.dispatch(sessionEnded({ accountId: account.id, text }));
      // Nobody can log in to a temporary account again.
      const action = account.kind === 'temporary' ? {} : ({ action: 'login' } as const);
      store.dispatch(noticeShown({ kind: 'fault', text, ...action }));
    },
  });
  const leaving = createLeaveQuestion(session, (arriving) =>
    store.dispatch(dialogOpened({ name: 'leaveAccount', arrivingEmail: arriving?.email })),
  );
  const environment: ApiEnvironment = {
    loadConfig,
    session,
    leaving,
    askForSecondStep: () => store.dispatch(dialogOpened({ name: 'auth', view: 'secondStep' })),
  };
  const store = configureStore({
    reducer: {
      [accountSlice.name]: accountSlice.reducer,
      [deletedAccountSlice.name]: deletedAccountSlice.reducer,
      [endedSessionSlice.name]: endedSessionSlice.reducer,
      [dialogSlice.name]: dialogSlice.reducer,
      [noticeSlice.name]: noticeSlice.reducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: environment } }).concat(api.middleware),
  });
  const begin = async () => {
    const arrival = takeLinkArrival();
    const before = accountOfStored(storedSession());
    await session.resume();
    if (arrival) await followLinkArrival(arrival, environment, store.dispatch, before);
  };
  /** A link that is opened over the app in the same tab changes no more than the fragment. */
  const followFragment = () => {
    const arrival = takeLinkArrival();
    if (arrival) void followLinkArrival(arrival, environment, store.dispatch, selectAccount(store.getState()));
  };
  return {
    store,
    start: (): (() => void) => {
      void begin();
      window.addEventListener('hashchange', followFragment);
      const stopListeners = setupListeners(store.dispatch);
      return () => {
        window.removeEventListener('hashchange', followFragment);
        stopListeners();
      };
    },
  };
}

/** The confirmation of a temporary account's address may come from another device, while nobody looks. */
function isConfirmed(before: Account, now: Account): boolean {
  return before.kind === 'temporary' && now.kind === 'registered' && before.id === now.id;
}

/** What a temporary account waited for and no longer does: somebody else has confirmed it first. */
function lostAddress(before: Account, now: Account): string | undefined {
  const waits = before.kind === 'temporary' && now.kind === 'temporary' && before.id === now.id;
  return waits && now.pendingEmail === undefined ? before.pendingEmail : undefined;
}

function endText(account: Account, how: SessionEnd): string {
  if (account.kind === 'temporary')
    return how === 'expired' ? texts.temporarySessionEnded : texts.temporarySignedOutElsewhere;
  return how === 'expired' ? texts.errors.SESSION_ENDED : texts.signedOutElsewhere;
}

export type AppStore = ReturnType<typeof createAppStore>['store'];
