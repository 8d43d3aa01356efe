import type { Session } from '@supabase/auth-js';
import { claimOf } from './account.js';
import type { ApiEnvironment } from './api.js';
import { CallError } from './app-config.js';
import { call, type CallSuccess } from './call.js';

/** A session that a link brought, and that is not this browser's. */
export interface ArrivedSession {
  accessToken: string;
  refreshToken: string;
}

/** Redeems the token of a mail link and leaves the session here alone. Rejects with {@link CallError}. */
export async function redeemApart(
  { loadConfig }: Pick<ApiEnvironment, 'loadConfig'>,
  type: 'signup' | 'recovery',
  tokenHash: string,
): Promise<ArrivedSession> {
  const { anonKey } = await loadConfig();
  const result = await call({
    path: '/auth/v1/verify',
    method: 'POST',
    body: { type, token_hash: tokenHash },
    // Without it the code of a refusal is no more than its status.
    headers: { 'x-supabase-api-version': '2024-01-01' },
    anonKey,
  });
  if (!result.success) throw new CallError(result);
  const arrived = readSession(result);
  if (!arrived) throw new CallError({ success: false, error: '', code: 'UNKNOWN_ERROR' });
  return arrived;
}

/**
 * Makes it the session of this browser, after asking whoever is signed in as somebody else. Rejects with
 * {@link CallError}: `SESSION_KEPT` where they would rather stay, which also ends the session that arrived.
 */
export async function takeUpSession(
  { session, leaving, loadConfig }: ApiEnvironment,
  { accessToken, refreshToken }: ArrivedSession,
): Promise<Session | null> {
  const arriving = { id: claimOf(accessToken, 'sub'), email: claimOf(accessToken, 'email') };
  if (await leaving.mayReplace(arriving)) {
    const tokens = { access_token: accessToken, refresh_token: refreshToken };
    return (await session.ask((client) => client.setSession(tokens))).session;
  }
  const { anonKey } = await loadConfig();
  // Its failure changes nothing here: the tokens are forgotten either way.
  await call({ path: '/auth/v1/logout?scope=local', method: 'POST', anonKey, accessToken });
  throw new CallError({ success: false, error: '', code: 'SESSION_KEPT' });
}

function readSession({ data }: CallSuccess): ArrivedSession | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { access_token: accessToken, refresh_token: refreshToken } = data as Record<string, unknown>;
  return typeof accessToken === 'string' && typeof refreshToken === 'string'
    ? { accessToken, refreshToken }
    : undefined;
}
