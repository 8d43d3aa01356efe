import type { AdoptSitesAnswer } from '@haru/contracts';
import { callFailureOf, codeOfError, failureText } from '../../http/failure.js';
import { isFor, type HandOverOutcome } from '../hand-over-state.js';
import { REFRESH_REFUSED } from './auth-client.js';
import { endDetached, renewDetached } from './detached-session.js';
import type { SessionCalls } from './session-calls.js';
import { storedHandOver, storeHandOver, type StoredHandOver } from './stored-session.js';

type Calls = Pick<SessionCalls, 'account' | 'callServer'>;

/** Repeating the call does not change these refusals. */
const finalCodes: ReadonlySet<string> = new Set([
  ...['TEMPORARY_TOKEN_INVALID', 'TEMPORARY_ACCOUNT_REQUIRED', 'REGISTRATION_REQUIRED'],
  ...['ACCOUNT_BANNED', 'VALIDATION_FAILED', 'ROUTE_NOT_FOUND'],
]);

/** Rejects where a later answer may differ. It can be called again, because a repeat moves nothing twice. */
export async function handOverPages(calls: Calls): Promise<HandOverOutcome> {
  const handOver = storedHandOver();
  const account = await calls.account();
  if (!handOver || account.kind !== 'registered' || !isFor(handOver, account)) return { type: 'interrupted' };
  // From here on it is for this account only.
  if (handOver.email === '') storeHandOver({ ...handOver, email: account.email.toLowerCase() });
  try {
    const pages = await adopt(calls, handOver);
    const accessToken = storedHandOver()?.accessToken;
    if (accessToken) await endDetached(calls, accessToken);
    return { type: 'moved', pages };
  } catch (error) {
    const failure = callFailureOf(error);
    if (!failure || !finalCodes.has(failure.code)) throw error;
    return { type: 'refused', text: failureText(failure) };
  }
}

/** @returns how many pages have moved */
async function adopt(calls: Calls, handOver: StoredHandOver, isRenewed = false): Promise<number> {
  try {
    const body = { temporary_access_token: handOver.accessToken };
    const request = { path: '/functions/v1/adopt-sites', method: 'POST', body, auth: 'required' } as const;
    const { moved = 0 } = ((await calls.callServer(request)).data ?? {}) as Partial<AdoptSitesAnswer>;
    return moved;
  } catch (error) {
    if (isRenewed || codeOfError(error) !== 'TEMPORARY_TOKEN_INVALID') throw error;
    return adopt(calls, await renewed(calls, handOver, error), true);
  }
}

/** The token is valid for an hour, and its session for longer. */
async function renewed(calls: Calls, handOver: StoredHandOver, invalid: unknown): Promise<StoredHandOver> {
  try {
    const { accessToken, refreshToken } = await renewDetached(calls, handOver.refreshToken);
    const now = { ...(storedHandOver() ?? handOver), accessToken, refreshToken };
    storeHandOver(now);
    return now;
  } catch (error) {
    throw callFailureOf(error)?.status === REFRESH_REFUSED ? invalid : error;
  }
}
