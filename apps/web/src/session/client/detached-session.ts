import { memberOf } from '../../http/call.js';
import { callErrorWith } from '../../http/failure.js';
import { claimOf } from '../account.js';
import type { ServerRequest, SessionCalls } from './session-calls.js';

/** The server gave out this session, and it is not this browser's. */
export interface DetachedSession {
  accessToken: string;
  refreshToken: string;
  id: string;
  email?: string | undefined;
}

export type ServerAccess = Pick<SessionCalls, 'callServer'>;

/** Without the version a refusal of the auth API has a code that only repeats its status. */
export const authApiVersion = { 'x-supabase-api-version': '2024-01-01' };

/** An access token may be forged: only the server says whose the session is. Rejects with {@link CallError}. */
export function renewDetached(server: ServerAccess, refreshToken: string): Promise<DetachedSession> {
  const path = '/auth/v1/token?grant_type=refresh_token';
  return askForSession(server, { path, body: { refresh_token: refreshToken } });
}

export async function askForSession(
  { callServer }: ServerAccess,
  request: Pick<ServerRequest, 'path' | 'body' | 'auth'>,
): Promise<DetachedSession> {
  const { data } = await callServer({ ...request, method: 'POST', headers: authApiVersion });
  const session = readSession(data);
  if (!session) throw callErrorWith('UNKNOWN_ERROR');
  return session;
}

/** A failure changes nothing here, because the tokens are forgotten anyway. */
export async function endDetached({ callServer }: ServerAccess, accessToken: string): Promise<void> {
  try {
    await callServer({ path: '/auth/v1/logout?scope=local', method: 'POST', accessToken });
  } catch (error) {
    console.warn('the server was not told that the session has ended', error);
  }
}

function readSession(answer: unknown): DetachedSession | undefined {
  // The auth API answers the session itself; the product's own API has it as a member.
  const session = memberOf(answer, 'session') ?? answer;
  const [accessToken, refreshToken] = ['access_token', 'refresh_token'].map((name) => memberOf(session, name));
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') return undefined;
  const id = claimOf(accessToken, 'sub');
  return id === undefined ? undefined : { accessToken, refreshToken, id, email: claimOf(accessToken, 'email') };
}
