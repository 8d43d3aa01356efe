import type { AuthError, GoTrueClient as AuthClient, Session } from '@supabase/auth-js';
import type { ConfigLoader } from '../../http/app-config.js';
import { loadErrorTexts, CallError, failureOfThrown } from '../../http/failure.js';
import { callErrorOf } from './auth-failure.js';
import { retryAfterOf } from '../../http/call.js';
import { withProof } from '../../http/proof/with-proof.js';
import type { EndReason } from '../session-state.js';
import { SESSION_STORAGE_KEY } from './stored-session.js';

export type { AuthClient };

/** The server refuses a refresh token for good with this status. */
export const REFRESH_REFUSED = 400;

interface Options {
  loadConfig: ConfigLoader;
  /** Called with the stored session once the client is loaded, and with each change of it. */
  onSession: (session: Session | null) => void;
  /** Called before {@link Options.onSession} when the session has ended. */
  onEnd: (how: EndReason) => void;
}

export type AuthClientLoader = ReturnType<typeof createAuthClientLoader>;

/** The auth client is a third of all JavaScript, so it is loaded only once there is, or must be, a session. */
export function createAuthClientLoader({ loadConfig, onSession, onEnd }: Options) {
  let opening: Promise<AuthClient> | undefined;
  let retryAfterSeconds: number | undefined;
  let endedByServer = false;

  /** Notes two things that the auth client drops: how long to wait, and that the server has ended the session. */
  const notingFetch: typeof fetch = async (input, init) => {
    const response = await withProof((proof) => fetch(input, withHeaders(init, proof)));
    retryAfterSeconds = retryAfterOf(response.headers);
    const endStatus = statusOfEnd(urlOf(input), init?.method);
    if (endStatus !== undefined) endedByServer = response.status === endStatus;
    return response;
  };

  async function start(): Promise<AuthClient> {
    const [authJs, config] = await Promise.all([import('@supabase/auth-js'), loadConfig(), loadErrorTexts()]);
    const client = new authJs.AuthClient({
      url: `${window.location.origin}/auth/v1`,
      headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
      storageKey: SESSION_STORAGE_KEY,
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: false,
      // With PKCE a followed link signs in without a question only in the browser that asked for the mail.
      flowType: 'pkce',
      experimental: { appendPkceFlowIdToRedirects: true },
      fetch: notingFetch,
    });
    client.onAuthStateChange((event, session) => {
      if (event === 'SIGNED_OUT') {
        onEnd(endedByServer ? 'expired' : 'signedOutElsewhere');
        endedByServer = false;
      }
      onSession(session);
    });
    return client;
  }

  return {
    /** Rejects with {@link CallError}; the next call then tries again. */
    open: (): Promise<AuthClient> => {
      opening ??= start().catch((error: unknown) => {
        opening = undefined;
        throw error instanceof CallError ? error : new CallError(failureOfThrown(error));
      });
      return opening;
    },
    opened: (): Promise<AuthClient> | undefined => opening,
    /** Makes the client's error complete with the parts of the server's answer that the client drops. */
    failureOf: (error: AuthError): CallError => callErrorOf(error, retryAfterSeconds),
  };
}

/** Returns the status after which the auth client drops the session; undefined for calls that never end it. */
function statusOfEnd(url: string, method: string | undefined): number | undefined {
  if (url.includes('grant_type=refresh_token')) return REFRESH_REFUSED;
  return method === 'GET' && url.endsWith('/auth/v1/user') ? 403 : undefined;
}

function withHeaders(init: RequestInit | undefined, added: Record<string, string>): RequestInit {
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return { ...init, headers };
}

function urlOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}
