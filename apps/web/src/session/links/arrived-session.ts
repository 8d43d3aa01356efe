import type { Session } from '@supabase/auth-js';
import { askForSession, type ServerAccess, type SessionApart } from '../client/session-apart.js';
import type { SessionEnvironment } from '../environment.js';
import { CallError, callErrorWith } from '../../http/app-config.js';
import { loadErrorTexts } from '../../http/error-texts.js';
import { call } from '../../http/call.js';

export type MailTokenType = 'signup' | 'recovery';

/** Redeems the token of a mail link and leaves the session here alone. Rejects with {@link CallError}. */
export function redeemApart(environment: ServerAccess, type: MailTokenType, tokenHash: string): Promise<SessionApart> {
  return askForSession(environment, { path: '/auth/v1/verify', body: { type, token_hash: tokenHash } });
}

/** A session of the temporary account whose management link has this secret. Rejects with {@link CallError}. */
export async function openManagementLink(environment: ServerAccess, secret: string): Promise<SessionApart> {
  const { accessToken, refreshToken, id } = await askForSession(environment, {
    path: '/functions/v1/use-management-link',
    body: { secret },
  });
  // A temporary account's address is made up, and never shown.
  return { accessToken, refreshToken, id };
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
  if (code) return code;
  await loadErrorTexts();
  throw callErrorWith(searchParams.get('error_code') ?? 'UNKNOWN_ERROR');
}

/**
 * Makes it the session of this browser once the person agrees, unless it is of the account that is signed in here.
 * Rejects with {@link CallError}, where they decline with `SESSION_KEPT`, or `SIGN_IN_DECLINED` for a visitor; the
 * session that arrived then ends.
 */
export async function offerSession(
  { session, accountSwitch, loadConfig }: SessionEnvironment,
  { accessToken, refreshToken, id, email }: SessionApart,
): Promise<Session | null> {
  if (await accountSwitch.confirm({ id, email })) {
    return session.orDropHandOver(adoptSession({ session }, { accessToken, refreshToken }));
  }
  const { anonKey } = await loadConfig();
  // Its failure changes nothing here: the tokens are forgotten either way.
  await call({ path: '/auth/v1/logout?scope=local', method: 'POST', anonKey, accessToken });
  throw callErrorWith((await session.account()).kind === 'visitor' ? 'SIGN_IN_DECLINED' : 'SESSION_KEPT');
}

/** Makes it the session of this browser, in place of what was here. Rejects with {@link CallError}. */
export async function adoptSession(
  { session }: Pick<SessionEnvironment, 'session'>,
  { accessToken, refreshToken }: Pick<SessionApart, 'accessToken' | 'refreshToken'>,
): Promise<Session | null> {
  const tokens = { access_token: accessToken, refresh_token: refreshToken };
  return (await session.request((client) => client.setSession(tokens))).session;
}
