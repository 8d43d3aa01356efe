import type { Session } from '@supabase/auth-js';
import { askForSession, type ServerAccess, type DetachedSession } from '../client/detached-session.js';
import type { SessionEnvironment } from '../environment.js';
import { CallError, callErrorWith } from '../../http/app-config.js';
import { loadErrorTexts } from '../../http/error-texts.js';
import { call } from '../../http/call.js';

export type MailTokenType = 'signup' | 'recovery';

/** Redeems the token of a mail link without changing the session here. Rejects with {@link CallError}. */
export function redeemDetached(
  environment: ServerAccess,
  type: MailTokenType,
  tokenHash: string,
): Promise<DetachedSession> {
  return askForSession(environment, { path: '/auth/v1/verify', body: { type, token_hash: tokenHash } });
}

/** Gets a session of the temporary account whose management link has this secret. Rejects with {@link CallError}. */
export async function openManagementLink(environment: ServerAccess, secret: string): Promise<DetachedSession> {
  const { accessToken, refreshToken, id } = await askForSession(environment, {
    path: '/functions/v1/use-management-link',
    body: { secret },
  });
  // A temporary account's address is made up and never shown.
  return { accessToken, refreshToken, id };
}

/** The code in the server's redirect is only useful with the flow's verifier. Rejects with {@link CallError}. */
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

/** Where the person declines, it rejects with `SESSION_KEPT`, or `SIGN_IN_DECLINED` for a visitor. */
export async function offerSession(
  { session, accountSwitch, loadConfig }: SessionEnvironment,
  { accessToken, refreshToken, id, email }: DetachedSession,
): Promise<Session | null> {
  if (await accountSwitch.confirm({ id, email })) {
    return session.dropHandOverOnFailure(adoptSession({ session }, { accessToken, refreshToken }));
  }
  const { anonKey } = await loadConfig();
  // A failure changes nothing here: the tokens are forgotten anyway.
  await call({ path: '/auth/v1/logout?scope=local', method: 'POST', anonKey, accessToken });
  throw callErrorWith((await session.account()).kind === 'visitor' ? 'SIGN_IN_DECLINED' : 'SESSION_KEPT');
}

/** Makes it the session of this browser, in place of the former one. Rejects with {@link CallError}. */
export async function adoptSession(
  { session }: Pick<SessionEnvironment, 'session'>,
  { accessToken, refreshToken }: Pick<DetachedSession, 'accessToken' | 'refreshToken'>,
): Promise<Session | null> {
  const tokens = { access_token: accessToken, refresh_token: refreshToken };
  return (await session.request((client) => client.setSession(tokens))).session;
}
