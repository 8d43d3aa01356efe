import type { Session } from '@supabase/auth-js';
import { callErrorWith, loadErrorTexts } from '../../http/failure.js';
import { endDetached, type DetachedSession, type ServerAccess } from '../client/detached-session.js';
import type { SessionEnvironment } from '../environment.js';

export type MailTokenType = 'signup' | 'recovery';

/** The code in the server's redirect is only useful with the flow's verifier. Rejects with {@link CallError}. */
export async function followPkceLink(
  { callServer }: ServerAccess,
  type: MailTokenType,
  token: string,
): Promise<string> {
  const query = new URLSearchParams({ token, type, redirect_to: `${window.location.origin}/` });
  const { url } = await callServer({ path: `/auth/v1/verify?${query.toString()}` });
  const { searchParams } = new URL(url, window.location.href);
  const code = searchParams.get('code');
  if (code) return code;
  await loadErrorTexts();
  throw callErrorWith(searchParams.get('error_code') ?? 'UNKNOWN_ERROR');
}

/** Where the person declines, it rejects with `SESSION_KEPT`, or `SIGN_IN_DECLINED` for a visitor. */
export async function offerSession(
  { session, accountSwitch }: Pick<SessionEnvironment, 'session' | 'accountSwitch'>,
  arrived: DetachedSession,
): Promise<Session | null> {
  if (await accountSwitch.confirm({ id: arrived.id, email: arrived.email })) {
    return session.dropHandOverOnFailure(adoptSession({ session }, arrived));
  }
  await endDetached(session, arrived.accessToken);
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
