import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { api, type ApiEnvironment } from '../api/api.js';
import { noticeClosed, noticeShown, noticesSlice } from '../components/notices/notices.js';
import { dialogOpened, dialogSlice } from '../api/dialog.js';
import { createConfigLoader } from '../http/app-config.js';
import { createAccountSwitch } from '../session/links/account-switch.js';
import { followLink, takeLinkArrival, type LinkScreen } from '../session/links/follow-link.js';
import { createSessionManager } from '../session/session-manager.js';
import { sessionChanged, sessionSlice } from '../session/session-slice.js';
import type { SessionEffect } from '../session/session-state.js';

/** The store with its way to the server. `start` restores a stored session and follows focus and connection. */
export function createAppStore() {
  const loadConfig = createConfigLoader();
  const session = createSessionManager({
    loadConfig,
    read: () => store.getState().session,
    write: (state) => store.dispatch(sessionChanged(state)),
    onEffect: (effect) => showEffect(effect),
  });
  const environment: ApiEnvironment = {
    loadConfig,
    session,
    accountSwitch: createAccountSwitch(session, (arriving) =>
      store.dispatch(dialogOpened({ name: 'leaveAccount', arrivingEmail: arriving?.email })),
    ),
    askForSecondStep: () => screen.openDialog('secondStep'),
  };
  const store = configureStore({
    reducer: {
      [sessionSlice.name]: sessionSlice.reducer,
      [dialogSlice.name]: dialogSlice.reducer,
      [noticesSlice.name]: noticesSlice.reducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: environment } }).concat(api.middleware),
  });
  const screen: LinkScreen = {
    showNotice: (notice) => store.dispatch(noticeShown(notice)),
    openDialog: (dialog) =>
      store.dispatch(
        dialogOpened(dialog === 'secondStep' ? { name: 'auth', view: dialog } : { name: 'settings', tab: 'security' }),
      ),
  };

  function showEffect(effect: SessionEffect): void {
    if (effect.type === 'closeNotice') store.dispatch(noticeClosed());
    if (effect.type === 'followLink') void followLink(effect, environment, screen);
    if (effect.type !== 'showNotice') return;
    if (effect.unlessAuthDialog && store.getState().dialog?.name === 'auth') return;
    screen.showNotice(effect.notice);
  }

  /** A link that is opened over the app in the same tab changes no more than the fragment. */
  const onHashChange = () => {
    const link = takeLinkArrival();
    if (link) session.followLink(link);
  };
  return {
    store,
    start: (): (() => void) => {
      session.start(takeLinkArrival());
      window.addEventListener('hashchange', onHashChange);
      const stopListeners = setupListeners(store.dispatch);
      return () => {
        window.removeEventListener('hashchange', onHashChange);
        stopListeners();
      };
    },
  };
}

export type AppStore = ReturnType<typeof createAppStore>['store'];
