import type { AuthError } from '@supabase/auth-js';
import { accountOfSession, type Account } from './account.js';
import { CallError, type ConfigLoader } from './app-config.js';
import { createAuthClientLoader, REFRESH_REFUSED, type AuthClient, type SessionEnd } from './auth-client.js';
import type { CallResult } from './call.js';
import { followPendingAddress } from './follow-pending-address.js';
import { keepTrying } from './keep-trying.js';
import { isSessionEnd, isTokenRefusal } from './session-refusals.js';
import {
  accountOfStored,
  isCurrent,
  SESSION_STORAGE_KEY,
  storedSession,
  storedToken,
  storedTokenOfSameAccount,
} from './stored-session.js';

/** What every call of the auth client answers … */
export interface AuthResult {
  data: unknown;
  error: AuthError | null;
}

/** … and its data when nothing went wrong. */
export type DataOf<Result> = Result extends { data: infer Data; error: null } ? Data : never;

/** Holds the session of this browser. Methods that need the server reject with {@link CallError}. */
export interface SessionKeeper {
  /**
   * Takes up a session stored earlier, here or in another tab, and reports who it is. Goes on until that succeeds;
   * meanwhile it is whoever was stored, whose calls say what is wrong.
   */
  resume(): Promise<void>;
  /** A valid access token; makes a temporary account if there is none. */
  tokenOfAnyAccount(): Promise<string>;
  /** Who is signed in, as far as this browser knows. */
  account(): Promise<Account>;
  /** The access token of whoever is signed in; rejects with `session_not_found` if nobody is. */
  token(): Promise<string>;
  /** The same, undefined if nobody is: a visitor does not wait for the auth client. */
  tokenIfAny(): Promise<string | undefined>;
  /**
   * Makes a call as whoever `token` is of: once more with a fresh token where the server refused a stale one. A call
   * that finds the session over ends it here, which is told unless `callerTells`.
   */
  callAs(token: string, makeCall: (token: string) => Promise<CallResult>, callerTells?: boolean): Promise<CallResult>;
  /** The same for a call of the auth client, of which it gives the data. */
  ask<Result extends AuthResult>(makeCall: (client: AuthClient) => Promise<Result>): Promise<DataOf<Result>>;
  /** Looks whether a pending address has been confirmed, or has gone to somebody else. */
  followPending(): Promise<void>;
  /** Ends the session on this device, also when the server cannot be reached. */
  signOut(): Promise<void>;
}

interface Options {
  loadConfig: ConfigLoader;
  onChange: (account: Account) => void;
  /** The session of `account` ended without anybody in this tab asking for it. */
  onEnded: (account: SignedIn, how: SessionEnd) => void;
}

type SignedIn = Exclude<Account, { kind: 'unknown' | 'visitor' }>;

export function createSessionKeeper({ loadConfig, onChange, onEnded }: Options): SessionKeeper {
  const { open, opened, failureOf } = createAuthClientLoader({
    loadConfig,
    onSession: (session) => changeTo(accountOfSession(session)),
    onEnd: tellEnd,
  });
  /** Whose session it is, or was until somebody has been told that it ended. */
  let signedIn: SignedIn | undefined;
  /** A caller is waiting and will be told by its own failure. */
  let callerIsTold = false;
  let taking: Promise<void> | undefined;
  const followPending = async () => {
    const client = await opened();
    if (client) await takeUpConfirmation(client);
  };
  const pendingAddress = followPendingAddress(followPending);

  function changeTo(account: Account): void {
    if (isSignedIn(account)) signedIn = account;
    pendingAddress.awaited('pendingEmail' in account);
    onChange(account);
  }

  function tellEnd(how: SessionEnd = 'expired'): void {
    if (signedIn && !callerIsTold) onEnded(signedIn, how);
    signedIn = undefined;
  }

  async function ask<Result extends AuthResult>(
    makeCall: (client: AuthClient) => Promise<Result>,
  ): Promise<DataOf<Result>> {
    const client = await open();
    const token = storedToken();
    let { data, error } = await makeCall(client);
    if (error && token !== undefined && isTokenRefusal(failureOf(error).failure)) {
      if ((await tokenInsteadOf(token)) !== undefined) ({ data, error } = await makeCall(client));
    }
    if (!error) return data as DataOf<Result>;
    const failure = failureOf(error);
    if (isSessionEnd(failure.failure)) await endSessionOf(token);
    throw failure;
  }

  async function callAs(
    token: string,
    makeCall: (token: string) => Promise<CallResult>,
    callerTells = false,
  ): Promise<CallResult> {
    const result = await makeCall(token);
    if (result.success) return result;
    if (isSessionEnd(result)) await endSessionOf(token, callerTells);
    const other = isTokenRefusal(result) ? await tokenInsteadOf(token, callerTells) : undefined;
    return other === undefined ? result : makeCall(other);
  }

  /**
   * What to try with after the server refused `token`; undefined if somebody else is signed in by now. A session that
   * gets no other token is over.
   */
  async function tokenInsteadOf(token: string, callerTells = false): Promise<string | undefined> {
    const client = await open();
    // Another call, or another tab, was faster.
    if (!isCurrent(token)) return storedTokenOfSameAccount(token);
    const { data, error } = await client.refreshSession();
    if (!error) return data.session?.access_token;
    if (!isCurrent(token)) return storedTokenOfSameAccount(token);
    const failure = failureOf(error);
    if (failure.failure.status === REFRESH_REFUSED) await endSessionOf(token, callerTells);
    throw failure;
  }

  /** An answer may come so late that the session it speaks of has made way for another: that one stays. */
  async function endSessionOf(token: string | undefined, callerTells = false): Promise<void> {
    if (!isCurrent(token)) return;
    if (!callerTells) tellEnd();
    await signOut();
  }

  async function signOut(): Promise<void> {
    const client = await open();
    signedIn = undefined;
    // Its error says only that the server was not told: this device has forgotten the session already.
    await client.signOut({ scope: 'local' });
    changeTo({ kind: 'visitor' });
  }

  /** The next token, too, says what the account has become: the one in hand may still call it temporary. */
  async function takeUpConfirmation(client: AuthClient): Promise<void> {
    const { data } = await client.getSession();
    if (!data.session?.user.new_email) return;
    const { data: now, error } = await client.getUser();
    if (!error && now.user.new_email !== data.session.user.new_email) await client.refreshSession();
  }

  function takeUpStored(): Promise<void> {
    taking ??= keepTrying(
      async () => takeUpConfirmation(await open()),
      (error) => {
        console.warn('the stored session could not be taken up yet', error);
        changeTo(accountOfStored(storedSession()) ?? { kind: 'visitor' });
      },
    ).finally(() => (taking = undefined));
    return taking;
  }

  function follow(): void {
    window.addEventListener('storage', (event) => {
      if (event.key !== SESSION_STORAGE_KEY) return;
      // The other tab's client tells ours through its own channel; without a client here, take the session up.
      if (event.newValue !== null && !opened()) void takeUpStored();
      // Cleared by hand, or by a browser without channels between tabs.
      if (event.newValue !== null) return;
      tellEnd('signedOutElsewhere');
      changeTo({ kind: 'visitor' });
    });
  }

  return {
    ask,
    callAs,
    followPending,
    signOut,
    async resume() {
      follow();
      const stored = storedSession();
      if (stored !== null) {
        // Until the server has spoken only to word what it may say: that the session is over.
        const account = accountOfStored(stored);
        signedIn = account && isSignedIn(account) ? account : undefined;
        return takeUpStored();
      }
      onChange({ kind: 'visitor' });
      whenIdle(() => {
        // Only a head start for the first publication, which reports it if the code cannot be had.
        import('@supabase/auth-js').catch(() => undefined);
      });
    },
    async tokenOfAnyAccount() {
      callerIsTold = true;
      const { session } = await ask((client) => client.getSession()).finally(() => (callerIsTold = false));
      if (session) {
        if (accountOfSession(session).kind === 'secondStep') throw refused('insufficient_aal');
        return session.access_token;
      }
      const made = await ask((client) => client.signInAnonymously());
      if (!made.session) throw refused('UNKNOWN_ERROR');
      return made.session.access_token;
    },
    async account() {
      const { data } = await (await open()).getSession();
      return accountOfSession(data.session);
    },
    async tokenIfAny() {
      if (!opened() && storedSession() === null) return undefined;
      const { session } = await ask((client) => client.getSession());
      return session?.access_token;
    },
    async token() {
      const { session } = await ask((client) => client.getSession());
      if (!session) throw refused('session_not_found');
      return session.access_token;
    },
  };
}

function isSignedIn(account: Account): account is SignedIn {
  return account.kind !== 'unknown' && account.kind !== 'visitor';
}

function refused(code: string): CallError {
  return new CallError({ success: false, error: '', code });
}

/** Safari has no idle callback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, 1_000);
}
