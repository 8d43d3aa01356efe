import type { AuthError, GoTrueClient as AuthClient } from '@supabase/auth-js';
import { accountOfUser, type Account } from './account.js';
import { CallError, type ConfigLoader } from './app-config.js';
import { codeOfStatus, failureOfThrown, retryAfterOf } from './call.js';

export const SESSION_STORAGE_KEY = 'haru-session';

/** Holds the session of this browser. Methods that need the server reject with {@link CallError}. */
export interface SessionKeeper {
  /** Takes up a session stored earlier, here or in another tab, and reports who it is. */
  resume(): Promise<void>;
  /** A valid access token; makes a temporary account if there is none. */
  tokenOfAnyAccount(): Promise<string>;
  /** Ends the session on this device, also when the server cannot be reached. */
  signOut(): Promise<void>;
}

interface Options {
  loadConfig: ConfigLoader;
  onChange: (account: Account) => void;
}

/** The auth client is a third of all JavaScript, so it is loaded only once there is, or must be, a session. */
export function createSessionKeeper({ loadConfig, onChange }: Options): SessionKeeper {
  let opening: Promise<AuthClient> | undefined;
  let retryAfterSeconds: number | undefined;

  /** The auth client drops the header that says how long to wait, so it is noted on the way. */
  const notingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    retryAfterSeconds = retryAfterOf(response.headers);
    return response;
  };

  async function start(): Promise<AuthClient> {
    const [authJs, config] = await Promise.all([import('@supabase/auth-js'), loadConfig()]);
    const client = new authJs.AuthClient({
      url: `${window.location.origin}/auth/v1`,
      headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
      storageKey: SESSION_STORAGE_KEY,
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: false,
      fetch: notingFetch,
    });
    client.onAuthStateChange((_event, session) => onChange(accountOfUser(session?.user)));
    return client;
  }

  function open(): Promise<AuthClient> {
    opening ??= start().catch((error: unknown) => {
      opening = undefined;
      throw error instanceof CallError ? error : new CallError(failureOfThrown(error));
    });
    return opening;
  }

  return {
    async resume() {
      window.addEventListener('storage', (event) => {
        // The other tab's client tells ours through its own channel; without a client here, take the session up.
        if (event.key === SESSION_STORAGE_KEY && event.newValue !== null && !opening) void open();
      });
      if (hasStoredSession()) {
        await open();
        return;
      }
      onChange({ kind: 'visitor' });
      whenIdle(() => {
        // Only a head start for the first publication, which reports it if the code cannot be had.
        import('@supabase/auth-js').catch(() => undefined);
      });
    },
    async tokenOfAnyAccount() {
      const client = await open();
      const current = await client.getSession();
      if (current.error) throw callErrorOf(current.error, retryAfterSeconds);
      if (current.data.session) return current.data.session.access_token;
      const made = await client.signInAnonymously();
      if (made.error) throw callErrorOf(made.error, retryAfterSeconds);
      if (!made.data.session) throw new CallError({ success: false, error: '', code: 'UNKNOWN_ERROR' });
      return made.data.session.access_token;
    },
    async signOut() {
      const client = await open();
      // Its error says only that the server was not told: this device has forgotten the session already.
      await client.signOut({ scope: 'local' });
      onChange({ kind: 'visitor' });
    },
  };
}

function callErrorOf(error: AuthError, retryAfterSeconds: number | undefined): CallError {
  const unanswered = error.name === 'AuthRetryableFetchError' && !error.status;
  return new CallError({
    success: false,
    error: error.message,
    code: unanswered ? 'NETWORK_ERROR' : (error.code ?? codeOfStatus(error.status ?? 0)),
    ...(error.status ? { status: error.status } : {}),
    ...(error.status === 429 && retryAfterSeconds !== undefined ? { retryAfterSeconds } : {}),
  });
}

/** A browser that forbids storage throws here; it then has no stored session. */
function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(SESSION_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Safari has no idle callback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, 1_000);
}
