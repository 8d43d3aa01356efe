import { CallError } from '../../http/app-config.js';
import { call, type CallRequest, type CallSuccess } from '../../http/call.js';
import type { SessionEnvironment } from '../environment.js';

/**
 * Calls in the name of the signed-in account without the store, because the answer is secret or the caller continues
 * with the session. Rejects with {@link CallError}.
 */
export async function callAsAccount(
  { session, loadConfig }: Pick<SessionEnvironment, 'session' | 'loadConfig'>,
  request: Pick<CallRequest, 'path' | 'method' | 'body'>,
): Promise<CallSuccess> {
  const [{ anonKey }, accessToken] = await Promise.all([loadConfig(), session.token()]);
  const result = await session.callWithToken(accessToken, (token) => call({ ...request, anonKey, accessToken: token }));
  if (!result.success) throw new CallError(result);
  return result;
}
