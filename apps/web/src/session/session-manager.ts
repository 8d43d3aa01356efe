import type { ConfigLoader } from '../http/app-config.js';
import { accountOfSession } from './account.js';
import { createAuthClientLoader, type AuthClient } from './client/auth-client.js';
import type { LinkArrival } from './links/link-arrival.js';
import { createPolling, retryUntilSuccess, preloadWhenIdle } from './background.js';
import { createSessionCalls } from './client/session-calls.js';
import { nextSession, type SessionEffect, type SessionEvent, type SessionState } from './session-state.js';
import {
  storedHandOver,
  storeHandOver,
  accountOfStored,
  SESSION_STORAGE_KEY,
  storedSession,
} from './client/stored-session.js';

export type SessionManager = ReturnType<typeof createSessionManager>;

interface Options {
  loadConfig: ConfigLoader;
  read: () => SessionState;
  write: (type: SessionEvent['type'], state: SessionState) => void;
  onEffect: (effect: SessionEffect) => void;
}

/** Executes what {@link nextSession} decides: the auth client, the timers and the storage are all here. */
export function createSessionManager({ loadConfig, read, write, onEffect }: Options) {
  const client = createAuthClientLoader({
    loadConfig,
    onSession: (session) => send({ type: 'accountReported', account: accountOfSession(session) }),
    onEnd: (reason) => send({ type: 'sessionEnded', reason }),
  });
  const { open, opened } = client;
  const calls = createSessionCalls({ loadConfig, client, send, signOut });
  const polling = createPolling(checkPendingAddress);

  function send(event: SessionEvent): void {
    const [state, effects] = nextSession(read(), event);
    write(event.type, state);
    effects.forEach(execute);
  }

  function execute(effect: SessionEffect): void {
    switch (effect.type) {
      case 'restore':
        return void restore();
      case 'preloadAuthClient':
        return preloadWhenIdle(() => import('@supabase/auth-js'));
      case 'pollPendingAddress':
        return polling.toggle(effect.isOn);
      case 'handOver':
        return void handOver();
      case 'forgetHandOver':
        return storeHandOver(undefined);
      case 'showNotice':
      case 'closeNotice':
      case 'followLink':
      case 'pagesMoved':
        return onEffect(effect);
    }
  }

  async function restore(): Promise<void> {
    await retryUntilSuccess(
      async () => adoptConfirmation(await open()),
      (error) => {
        console.warn('the stored session could not be restored yet', error);
        send({ type: 'accountReported', account: accountOfStored(storedSession()) ?? { kind: 'visitor' } });
      },
    );
    send({ type: 'restored' });
  }

  async function handOver(): Promise<void> {
    await retryUntilSuccess(
      async () => {
        const { handOverPages } = await import('./client/hand-over.js');
        send({ type: 'handOverEnded', outcome: await handOverPages(calls) });
      },
      (error) => console.warn('the pages were not handed over yet', error),
    );
  }

  /** This browser keeps the temporary session until the server has confirmed the move of its pages. */
  async function prepareHandOver(email = ''): Promise<void> {
    const { session } = await calls.request((authClient) => authClient.getSession());
    const account = accountOfSession(session);
    if (!session || account.kind !== 'temporary') return;
    const to = { temporaryId: account.id, email: email.toLowerCase() };
    storeHandOver({ ...to, accessToken: session.access_token, refreshToken: session.refresh_token });
    send({ type: 'handOverPrepared', handOver: to });
  }

  /** Where the sign-in fails the pages stay with the temporary account. */
  async function dropHandOverOnFailure<Result>(signingIn: Promise<Result>): Promise<Result> {
    try {
      return await signingIn;
    } catch (error) {
      if (read().account.kind === 'temporary') send({ type: 'handOverDropped' });
      throw error;
    }
  }

  /** The sign-in was given up: the temporary account that waits for it, if any, is the account here again. */
  async function returnToTemporary(): Promise<void> {
    const kept = storedHandOver();
    if (!kept) return;
    const tokens = { access_token: kept.accessToken, refresh_token: kept.refreshToken };
    await calls.request((authClient) => authClient.setSession(tokens));
    send({ type: 'handOverDropped' });
  }

  /** A pending address may have been confirmed, or belong to another account by now. */
  async function checkPendingAddress(): Promise<void> {
    const authClient = await opened();
    if (authClient) await adoptConfirmation(authClient);
  }

  /** The next token also says what the account has become: the current one may still call it temporary. */
  async function adoptConfirmation(authClient: AuthClient): Promise<void> {
    const { data } = await authClient.getSession();
    if (!data.session?.user.new_email) return;
    const { data: now, error } = await authClient.getUser();
    if (!error && now.user.new_email !== data.session.user.new_email) await authClient.refreshSession();
  }

  /** Ends the session on this device, also when the server cannot be reached. */
  async function signOut(): Promise<void> {
    const authClient = await open();
    send({ type: 'signOutStarted' });
    // An error means only that the server was not informed: this device has forgotten the session already.
    await authClient.signOut({ scope: 'local' });
    send({ type: 'accountReported', account: { kind: 'visitor' } });
  }

  function onStorage({ key, newValue }: StorageEvent): void {
    if (key !== SESSION_STORAGE_KEY) return;
    if (newValue !== null) {
      // The other tab's client informs ours through its own channel.
      if (!opened()) send({ type: 'sessionStoredElsewhere' });
      return;
    }
    // The storage was cleared by hand, or by a browser without channels between tabs.
    send({ type: 'sessionEnded', reason: 'signedOutElsewhere' });
    send({ type: 'accountReported', account: { kind: 'visitor' } });
  }

  return {
    ...calls,
    checkPendingAddress,
    signOut,
    prepareHandOver,
    dropHandOverOnFailure,
    async signInWithHandOver<Result>(email: string, signIn: () => Promise<Result>): Promise<Result> {
      await prepareHandOver(email);
      return dropHandOverOnFailure(signIn());
    },
    returnToTemporary,
    /** Tries until the stored session is restored. @param link of a mail, if one was opened */
    start(link: LinkArrival | undefined): void {
      window.addEventListener('storage', onStorage);
      polling.start();
      const stored = storedSession();
      const account = stored === '' ? undefined : (accountOfStored(stored) ?? null);
      send({ type: 'started', stored: account, link, handOver: storedHandOver() });
    },
    followLink: (link: LinkArrival) => send({ type: 'linkFollowed', link }),
    signOutDeleted(id: string): Promise<void> {
      send({ type: 'accountDeleted', id });
      return signOut();
    },
  };
}
