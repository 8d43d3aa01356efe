import { CallError, callErrorWith, type ConfigLoader } from '../../http/app-config.js';
import { call, type CallRequest } from '../../http/call.js';
import { claimOf } from '../account.js';

/** The server gave out this session, and it is not this browser's. */
export interface DetachedSession {
  accessToken: string;
  refreshToken: string;
  id: string;
  email?: string | undefined;
}

export interface ServerAccess {
  loadConfig: ConfigLoader;
}

/** An access token may be forged: only the server says whose the session is. Rejects with {@link CallError}. */
export function renewDetached(server: ServerAccess, refreshToken: string): Promise<DetachedSession> {
  const path = '/auth/v1/token?grant_type=refresh_token';
  return askForSession(server, { path, body: { refresh_token: refreshToken } });
}

/** Rejects with {@link CallError}. */
export async function askForSession(
  { loadConfig }: ServerAccess,
  request: Pick<CallRequest, 'path' | 'body'>,
): Promise<DetachedSession> {
  const { anonKey } = await loadConfig();
  // Without the version a refusal's code only repeats its status.
  const headers = { 'x-supabase-api-version': '2024-01-01' };
  const result = await call({ ...request, method: 'POST', headers, anonKey });
  if (!result.success) throw new CallError(result);
  const session = readSession(result.data);
  if (!session) throw callErrorWith('UNKNOWN_ERROR');
  return session;
}

export function readSession(answer: unknown): DetachedSession | undefined {
  if (!isObject(answer)) return undefined;
  // The auth API answers the session itself; the product's own API has it as a member.
  const session = isObject(answer['session']) ? answer['session'] : answer;
  const { access_token: accessToken, refresh_token: refreshToken } = session;
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') return undefined;
  const id = claimOf(accessToken, 'sub');
  return id === undefined ? undefined : { accessToken, refreshToken, id, email: claimOf(accessToken, 'email') };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
