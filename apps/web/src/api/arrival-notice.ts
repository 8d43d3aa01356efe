import { texts } from '../texts/ja.js';
import { CallError } from './app-config.js';
import type { AppNotice } from './app-notice.js';
import { failureOfThrown } from './call.js';
import { failureText } from './failure-text.js';
import type { SessionKeeper } from './session.js';

/** Why the session of a link was not taken. */
export async function noticeOfRefusedArrival(
  error: unknown,
  session: Pick<SessionKeeper, 'account'>,
): Promise<AppNotice> {
  const { failure } = error instanceof CallError ? error : { failure: failureOfThrown(error) };
  if (failure.code === 'SIGN_IN_DECLINED') return { kind: 'done', text: texts.arrival.declined, action: 'login' };
  if (failure.code !== 'SESSION_KEPT') return noticeOfLinkFault(failureText(failure));
  const account = await session.account();
  return 'email' in account
    ? { kind: 'done', text: texts.arrival.stayedAs(account.email) }
    : { kind: 'done', text: texts.arrival.stayed, action: 'login' };
}

export function noticeOfLinkFault(reason: string): AppNotice {
  return { kind: 'fault', text: texts.arrival.failed(reason), action: 'login' };
}
