import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { api, type ApiEnvironment } from '../api/api.js';
import { noticeClosed, noticeShown, noticesSlice } from '../components/notices/notices.js';
import { dialogOpened, dialogSlice } from '../features/auth/dialog.js';
import { createConfigLoader } from '../http/app-config.js';
import { createAccountSwitch, type Arriving } from '../session/links/account-switch.js';
import type { LinkScreen } from '../session/links/follow-link.js';
import { takeLinkArrival } from '../session/links/link-arrival.js';
import { takeLinkSecret } from '../session/links/link-secret.js';
import { createSessionManager } from '../session/session-manager.js';
import { sessionAction, sessionSlice } from '../session/session-slice.js';
import type { FollowedLink, SessionEffect } from '../session/session-state.js';
import { texts } from '../texts/ja.js';

/** A link from a stranger must not move pages by itself; the account of a management link cannot get them. */
function handOverOf(arriving: Arriving | undefined): 'proposed' | 'possible' | 'impossible' {
  if (!arriving) return 'proposed';
  return arriving.email === undefined ? 'impossible' : 'possible';
}

export function createAppStore() {
  const loadConfig = createConfigLoader();
  const session = createSessionManager({
    loadConfig,
    read: () => store.getState().session,
    write: (type, state) => store.dispatch(sessionAction(type, state)),
    onEffect: (effect) => showEffect(effect),
  });
  const environment: ApiEnvironment = {
    loadConfig,
    session,
    accountSwitch: createAccountSwitch(session, (arriving) =>
      store.dispatch(
        dialogOpened({ name: 'leaveAccount', arrivingEmail: arriving?.email, handOver: handOverOf(arriving) }),
      ),
    ),
    openMfaDialog: () => screen.openDialog('mfa'),
  };
  const store = configureStore({
    // Recovery codes and management links pass through the store, and an extension would keep them.
    devTools: false,
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
        dialogOpened(dialog === 'mfa' ? { name: 'auth', view: dialog } : { name: 'settings', tab: 'security' }),
      ),
  };

  function showEffect(effect: SessionEffect): void {
    if (effect.type === 'closeNotice') store.dispatch(noticeClosed());
    if (effect.type === 'followLink') void loadAndFollow(effect);
    if (effect.type === 'pagesMoved')
      store.dispatch(api.util.invalidateTags(['MySites', 'ExpiringSites', 'DeletedSites']));
    if (effect.type !== 'showNotice') return;
    if (effect.unlessAuthDialog && store.getState().dialog?.name === 'auth') return;
    screen.showNotice(effect.notice);
  }

  /** Few visits begin with a mail link, so its code is not part of the first view. */
  async function loadAndFollow(followed: FollowedLink): Promise<void> {
    try {
      const { followLink } = await import('../session/links/follow-link.js');
      await followLink(followed, environment, screen);
    } catch (error) {
      console.warn('the link was not followed', error);
      screen.showNotice({ kind: 'fault', text: texts.dialogUnavailable });
    }
  }

  /** A link that is opened over the app in the same tab changes only the fragment. */
  const onHashChange = () => {
    takeLinkSecret();
    const link = takeLinkArrival();
    if (link) session.followLink(link);
  };
  return {
    store,
    start: (): (() => void) => {
      takeLinkSecret();
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
