import type { AuthError } from '@supabase/auth-js';
import type { ConfigLoader } from '../../http/app-config.js';
import { call, type CallRequest, type CallResult, type CallSuccess } from '../../http/call.js';
import { CallError, callErrorWith } from '../../http/failure.js';
import { accountOfSession, type Account } from '../account.js';
import { REFRESH_REFUSED, type AuthClient, type AuthClientLoader } from './auth-client.js';
import { isSessionEnd, isTokenRefusal } from './auth-failure.js';
import type { SessionEvent } from '../session-state.js';
import { isCurrent, storedSession, storedToken, storedTokenOfSameAccount } from './stored-session.js';

/** Every call of the auth client answers its data when nothing went wrong. */
type DataOf<Result> = Result extends { data: infer Data; error: null } ? Data : never;

export interface ServerRequest extends Omit<CallRequest, 'anonKey'> {
  /**
   * Whose token is sent; absent for none but `accessToken`. `create`: the signed-in account's, or a new temporary
   * account's. `required`: the signed-in account's; without one the call is refused here. `optional`: the signed-in
   * account's, if there is one.
   */
  auth?: 'create' | 'required' | 'optional';
}

export type SessionCalls = ReturnType<typeof createSessionCalls>;

interface Options {
  loadConfig: ConfigLoader;
  client: AuthClientLoader;
  send: (event: SessionEvent) => void;
  signOut: () => Promise<void>;
}

/** Makes the calls in the name of the signed-in account, which reject with {@link CallError}. */
export function createSessionCalls({ loadConfig, client: { open, opened, failureOf }, send, signOut }: Options) {
  /** Makes a call of the auth client, in the same way as `callWithToken`, and returns its data. */
  async function request<Result extends { data: unknown; error: AuthError | null }>(
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

  async function callServer({ auth, ...request }: ServerRequest): Promise<CallSuccess> {
    const { anonKey } = await loadConfig();
    const token = auth && (await tokenFor(auth));
    const makeCall = (accessToken = request.accessToken) => call({ ...request, anonKey, accessToken });
    const result = await (token === undefined ? makeCall() : callWithToken(token, makeCall, auth === 'create'));
    if (!result.success) throw new CallError(result);
    return result;
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

  async function tokenFor(auth: NonNullable<ServerRequest['auth']>): Promise<string | undefined> {
    // A visitor does not wait for the auth client.
    if (auth === 'optional' && !opened() && storedSession() === '') return undefined;
    if (auth === 'create') return tokenOrCreateAccount();
    const { session } = await request((client) => client.getSession());
    if (!session && auth === 'required') throw callErrorWith('session_not_found');
    return session?.access_token;
  }

  async function tokenOrCreateAccount(): Promise<string> {
    const { session } = await reporting(() => request((client) => client.getSession()));
    if (session) {
      if (accountOfSession(session).kind === 'needsMfa') throw callErrorWith('insufficient_aal');
      return session.access_token;
    }
    const made = await request((client) => client.signInAnonymously());
    if (!made.session) throw callErrorWith('UNKNOWN_ERROR');
    return made.session.access_token;
  }

  return {
    request,
    callServer,
    /** Returns who is signed in, by what this browser knows. */
    async account(): Promise<Account> {
      const { data } = await (await open()).getSession();
      return accountOfSession(data.session);
    },
  };
}
