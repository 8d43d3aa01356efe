import type { Session } from '@supabase/auth-js';
import { claimOf } from '../account.js';
import type { SessionEnvironment } from '../environment.js';
import { CallError, callErrorWith } from '../../http/app-config.js';
import { call, type CallRequest, type CallSuccess } from '../../http/call.js';

/** A session that a link brought, as the server gave it out, and that is not this browser's. */
export interface ArrivedSession {
  accessToken: string;
  refreshToken: string;
  id: string;
  email?: string | undefined;
}

type ServerAccess = Pick<SessionEnvironment, 'loadConfig'>;

export type MailTokenType = 'signup' | 'recovery';

/** Redeems the token of a mail link and leaves the session here alone. Rejects with {@link CallError}. */
export function redeemApart(
  environment: ServerAccess,
  type: MailTokenType,
  tokenHash: string,
): Promise<ArrivedSession> {
  return askForSession(environment, { path: '/auth/v1/verify', body: { type, token_hash: tokenHash } });
}

/**
 * The session of a refresh token that stood in an address. The access token beside it may be of another account, or
 * forged: only the server's answer says whose the session is. Rejects with {@link CallError}.
 */
export function renewApart(environment: ServerAccess, refreshToken: string): Promise<ArrivedSession> {
  const path = '/auth/v1/token?grant_type=refresh_token';
  return askForSession(environment, { path, body: { refresh_token: refreshToken } });
}

/**
 * Follows the link of a PKCE flow and gives the code that the server sends on with it: of use only with the flow's
 * verifier. Rejects with {@link CallError}.
 */
export async function followPkceLink(
  { loadConfig }: ServerAccess,
  type: MailTokenType,
  token: string,
): Promise<string> {
  const { anonKey } = await loadConfig();
  const query = new URLSearchParams({ token, type, redirect_to: `${window.location.origin}/` });
  const result = await call({ path: `/auth/v1/verify?${query.toString()}`, anonKey });
  if (!result.success) throw new CallError(result);
  const { searchParams } = new URL(result.url, window.location.href);
  const code = searchParams.get('code');
  if (!code) throw callErrorWith(searchParams.get('error_code') ?? 'UNKNOWN_ERROR');
  return code;
}

/**
 * Makes it the session of this browser once the person agrees, unless it is of the account that is signed in here.
 * Rejects with {@link CallError}, where they decline with `SESSION_KEPT`, or `SIGN_IN_DECLINED` for a visitor; the
 * session that arrived then ends.
 */
export async function offerSession(
  { session, accountSwitch, loadConfig }: SessionEnvironment,
  { accessToken, refreshToken, id, email }: ArrivedSession,
): Promise<Session | null> {
  if (await accountSwitch.confirm({ id, email })) {
    const tokens = { access_token: accessToken, refresh_token: refreshToken };
    return (await session.request((client) => client.setSession(tokens))).session;
  }
  const { anonKey } = await loadConfig();
  // Its failure changes nothing here: the tokens are forgotten either way.
  await call({ path: '/auth/v1/logout?scope=local', method: 'POST', anonKey, accessToken });
  throw callErrorWith((await session.account()).kind === 'visitor' ? 'SIGN_IN_DECLINED' : 'SESSION_KEPT');
}

async function askForSession(
  { loadConfig }: ServerAccess,
  request: Pick<CallRequest, 'path' | 'body'>,
): Promise<ArrivedSession> {
  const { anonKey } = await loadConfig();
  // Without the version the code of a refusal is no more than its status.
  const headers = { 'x-supabase-api-version': '2024-01-01' };
  const result = await call({ ...request, method: 'POST', headers, anonKey });
  if (!result.success) throw new CallError(result);
  const arrived = readSession(result);
  if (!arrived) throw callErrorWith('UNKNOWN_ERROR');
  return arrived;
}

function readSession({ data }: CallSuccess): ArrivedSession | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { access_token: accessToken, refresh_token: refreshToken } = data as Record<string, unknown>;
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') return undefined;
  const id = claimOf(accessToken, 'sub');
  return id === undefined ? undefined : { accessToken, refreshToken, id, email: claimOf(accessToken, 'email') };
}
