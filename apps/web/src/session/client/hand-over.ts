import type { AdoptSitesAnswer } from '@haru/contracts';
import { CallError, type ConfigLoader } from '../../http/app-config.js';
import { call, type CallFailure } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { isFor, type HandOverOutcome } from '../hand-over-state.js';
import { renewDetached } from './detached-session.js';
import type { SessionCalls } from './session-calls.js';
import { storedHandOver, storeHandOver, type StoredHandOver } from './stored-session.js';

interface Options {
  calls: Pick<SessionCalls, 'account' | 'token' | 'callWithToken'>;
  loadConfig: ConfigLoader;
}

/** Repeating the call does not change these refusals. */
const finalCodes: ReadonlySet<string> = new Set([
  ...['TEMPORARY_TOKEN_INVALID', 'TEMPORARY_ACCOUNT_REQUIRED', 'REGISTRATION_REQUIRED'],
  ...['ACCOUNT_BANNED', 'VALIDATION_FAILED', 'ROUTE_NOT_FOUND'],
]);

/** The auth API refuses a refresh token for good with this status. */
const REFUSED = 400;

/**
 * Rejects if there is no answer, or if a later one may differ. It can be called again, because a repeat moves nothing
 * twice.
 */
export async function handOverPages({ calls, loadConfig }: Options): Promise<HandOverOutcome> {
  const handOver = storedHandOver();
  const account = await calls.account();
  if (!handOver || account.kind !== 'registered' || !isFor(handOver, account)) return { type: 'interrupted' };
  // From here on it is for this account only.
  if (handOver.email === '') storeHandOver({ ...handOver, email: account.email.toLowerCase() });
  const { anonKey } = await loadConfig();
  const adopt = async (temporaryToken: string) => {
    const body = { temporary_access_token: temporaryToken };
    const request = { path: '/functions/v1/adopt-sites', method: 'POST', body, anonKey } as const;
    return calls.callWithToken(await calls.token(), (accessToken) => call({ ...request, accessToken }));
  };
  let result = await adopt(handOver.accessToken);
  if (!result.success && result.code === 'TEMPORARY_TOKEN_INVALID') {
    const renewed = await renewedToken(handOver, loadConfig);
    if (typeof renewed !== 'string') return { type: 'refused', text: failureText(result) };
    result = await adopt(renewed);
  }
  if (result.success) return moved(result.data, anonKey);
  if (finalCodes.has(result.code)) return { type: 'refused', text: failureText(result) };
  throw new CallError(result);
}

/** The token is valid for an hour, and its session for longer. */
async function renewedToken(handOver: StoredHandOver, loadConfig: ConfigLoader): Promise<string | CallFailure> {
  try {
    const { accessToken, refreshToken } = await renewDetached({ loadConfig }, handOver.refreshToken);
    storeHandOver({ ...(storedHandOver() ?? handOver), accessToken, refreshToken });
    return accessToken;
  } catch (error) {
    if (error instanceof CallError && error.failure.status === REFUSED) return error.failure;
    throw error;
  }
}

async function moved(answer: unknown, anonKey: string): Promise<HandOverOutcome> {
  const { moved: pages } = (answer ?? {}) as Partial<AdoptSitesAnswer>;
  const accessToken = storedHandOver()?.accessToken;
  // A failure changes nothing here: the account has no pages, and the tokens are forgotten anyway.
  if (accessToken) await call({ path: '/auth/v1/logout?scope=local', method: 'POST', anonKey, accessToken });
  return { type: 'moved', pages: pages ?? 0 };
}
