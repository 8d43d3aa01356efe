import type { ConfigLoader } from '../http/app-config.js';
import { accountOfSession } from './account.js';
import { createAuthClientLoader, type AuthClient } from './client/auth-client.js';
import type { LinkArrival } from './links/link-arrival.js';
import { createPolling, keepTrying, whenIdle } from './background.js';
import { createSessionCalls, type SessionCalls } from './client/session-calls.js';
import { nextSession, type SessionEffect, type SessionEvent, type SessionState } from './session-state.js';
import { accountOfStored, SESSION_STORAGE_KEY, storedSession } from './client/stored-session.js';

/** Holds the session of this browser. Methods that need the server reject with CallError. */
export interface SessionManager extends SessionCalls {
  /**
   * Restores a session stored earlier, here or in another tab, and tries until that succeeds. Meanwhile it is the
   * stored account, whose calls report what is wrong. `link` is what a mail link left in the address.
   */
  start(link: LinkArrival | undefined): void;
  followLink(link: LinkArrival): void;
  /** Looks whether a pending address has been confirmed, or belongs to another account by now. */
  checkPendingAddress(): Promise<void>;
  /** Ends the session on this device, also when the server cannot be reached. */
  signOut(): Promise<void>;
  /** The account is deleted on the server; its session ends. */
  signOutDeleted(id: string): Promise<void>;
}

interface Options {
  loadConfig: ConfigLoader;
  read: () => SessionState;
  write: (state: SessionState) => void;
  /** Does what concerns the screen. */
  onEffect: (effect: SessionEffect) => void;
}

/** Executes what {@link nextSession} decides: the auth client, the timers and the storage are all here. */
export function createSessionManager({ loadConfig, read, write, onEffect }: Options): SessionManager {
  const client = createAuthClientLoader({
    loadConfig,
    onSession: (session) => send({ type: 'accountReported', account: accountOfSession(session) }),
    onEnd: (reason) => send({ type: 'sessionEnded', reason }),
  });
  const { open, opened } = client;
  const calls = createSessionCalls({ client, send, signOut });
  const polling = createPolling(checkPendingAddress);

  function send(event: SessionEvent): void {
    const [state, effects] = nextSession(read(), event);
    write(state);
    effects.forEach(execute);
  }

  function execute(effect: SessionEffect): void {
    switch (effect.type) {
      case 'restore':
        return void restore();
      case 'preloadAuthClient':
        // Only a head start for the first publication, which reports it if the code cannot be loaded.
        return whenIdle(() => void import('@supabase/auth-js').catch(() => undefined));
      case 'pollPendingAddress':
        return polling.toggle(effect.isOn);
      case 'showNotice':
      case 'closeNotice':
      case 'followLink':
        return onEffect(effect);
    }
  }

  async function restore(): Promise<void> {
    await keepTrying(
      async () => adoptConfirmation(await open()),
      (error) => {
        console.warn('the stored session could not be restored yet', error);
        send({ type: 'accountReported', account: accountOfStored(storedSession()) ?? { kind: 'visitor' } });
      },
    );
    send({ type: 'restored' });
  }

  async function checkPendingAddress(): Promise<void> {
    const authClient = await opened();
    if (authClient) await adoptConfirmation(authClient);
  }

  /** The next token, too, says what the account has become: the current one may still call it temporary. */
  async function adoptConfirmation(authClient: AuthClient): Promise<void> {
    const { data } = await authClient.getSession();
    if (!data.session?.user.new_email) return;
    const { data: now, error } = await authClient.getUser();
    if (!error && now.user.new_email !== data.session.user.new_email) await authClient.refreshSession();
  }

  async function signOut(): Promise<void> {
    const authClient = await open();
    send({ type: 'signOutStarted' });
    // An error means only that the server does not know: this device has forgotten the session already.
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
    // Cleared by hand, or by a browser without channels between tabs.
    send({ type: 'sessionEnded', reason: 'signedOutElsewhere' });
    send({ type: 'accountReported', account: { kind: 'visitor' } });
  }

  return {
    ...calls,
    checkPendingAddress,
    signOut,
    start(link) {
      window.addEventListener('storage', onStorage);
      polling.start();
      const stored = storedSession();
      send({ type: 'started', stored: stored === null ? undefined : (accountOfStored(stored) ?? null), link });
    },
    followLink: (link) => send({ type: 'linkFollowed', link }),
    signOutDeleted(id) {
      send({ type: 'accountDeleted', id });
      return signOut();
    },
  };
}
