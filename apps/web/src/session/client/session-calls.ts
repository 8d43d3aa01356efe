import type { AuthError } from '@supabase/auth-js';
import { callErrorWith } from '../../http/app-config.js';
import type { CallResult } from '../../http/call.js';
import { accountOfSession, type Account } from '../account.js';
import { REFRESH_REFUSED, type AuthClient, type AuthClientLoader } from './auth-client.js';
import { isSessionEnd, isTokenRefusal } from './auth-failure.js';
import type { SessionEvent } from '../session-state.js';
import { isCurrent, storedSession, storedToken, storedTokenOfSameAccount } from './stored-session.js';

interface AuthResult {
  data: unknown;
  error: AuthError | null;
}

/** Every call of the auth client answers its data when nothing went wrong. */
type DataOf<Result> = Result extends { data: infer Data; error: null } ? Data : never;

export type SessionCalls = ReturnType<typeof createSessionCalls>;

interface Options {
  client: AuthClientLoader;
  send: (event: SessionEvent) => void;
  signOut: () => Promise<void>;
}

/** Makes the calls in the name of the signed-in account, which reject with {@link CallError}. */
export function createSessionCalls({ client: { open, opened, failureOf }, send, signOut }: Options) {
  /** Makes a call of the auth client, in the same way as `callWithToken`, and returns its data. */
  async function request<Result extends AuthResult>(
    makeCall: (client: AuthClient) => Promise<Result>,
  ): Promise<DataOf<Result>> {
    const client = await open();
    const token = storedToken();
    let { data, error } = await makeCall(client);
    if (error && token !== undefined && isTokenRefusal(failureOf(error).failure)) {
      if ((await otherTokenThan(token)) !== undefined) ({ data, error } = await makeCall(client));
    }
    if (!error) return data as DataOf<Result>;
    const failure = failureOf(error);
    if (isSessionEnd(failure.failure)) await endSession(token);
    throw failure;
  }

  /** Tries again with a fresh token. A call that finds the session over ends it, with a notice unless it `reportsEnd`. */
  async function callWithToken(
    token: string,
    makeCall: (token: string) => Promise<CallResult>,
    reportsEnd = false,
  ): Promise<CallResult> {
    const result = await makeCall(token);
    if (result.success) return result;
    if (isSessionEnd(result)) await endSession(token, reportsEnd);
    const other = isTokenRefusal(result) ? await otherTokenThan(token, reportsEnd) : undefined;
    return other === undefined ? result : makeCall(other);
  }

  /** @returns undefined if another account has signed in. If the server gives no other token, the session has ended. */
  async function otherTokenThan(token: string, reportsEnd = false): Promise<string | undefined> {
    const client = await open();
    // Another call, or another tab, was faster.
    if (!isCurrent(token)) return storedTokenOfSameAccount(token);
    const { data, error } = await client.refreshSession();
    if (!error) return data.session?.access_token;
    if (!isCurrent(token)) return storedTokenOfSameAccount(token);
    const failure = failureOf(error);
    if (failure.failure.status === REFRESH_REFUSED) await endSession(token, reportsEnd);
    throw failure;
  }

  /** A late answer may be about a session that another one has replaced: that one stays. */
  async function endSession(token: string | undefined, isReported = false): Promise<void> {
    if (!isCurrent(token)) return;
    send({ type: 'sessionEnded', reason: 'expired', isReported });
    await signOut();
  }

  /** Works as a caller that reports the end of the session itself. */
  async function reporting<Value>(work: () => Promise<Value>): Promise<Value> {
    send({ type: 'reportingCallStarted' });
    return work().finally(() => send({ type: 'reportingCallFinished' }));
  }

  return {
    request,
    callWithToken,
    async tokenOrCreateAccount(): Promise<string> {
      const { session } = await reporting(() => request((client) => client.getSession()));
      if (session) {
        if (accountOfSession(session).kind === 'needsMfa') throw callErrorWith('insufficient_aal');
        return session.access_token;
      }
      const made = await request((client) => client.signInAnonymously());
      if (!made.session) throw callErrorWith('UNKNOWN_ERROR');
      return made.session.access_token;
    },
    /** Returns who is signed in, by what this browser knows. */
    async account(): Promise<Account> {
      const { data } = await (await open()).getSession();
      return accountOfSession(data.session);
    },
    /** A visitor does not wait for the auth client. */
    async tokenIfAny(): Promise<string | undefined> {
      if (!opened() && storedSession() === null) return undefined;
      const { session } = await request((client) => client.getSession());
      return session?.access_token;
    },
    /** Rejects with `session_not_found` without an account. */
    async token(): Promise<string> {
      const { session } = await request((client) => client.getSession());
      if (!session) throw callErrorWith('session_not_found');
      return session.access_token;
    },
  };
}
