import { CallError } from '../../http/app-config.js';
import { failureOfThrown } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { arrivalTexts } from '../../texts/account/sessions.js';
import { pendingEmailOf, type Account, type SignedIn } from '../account.js';
import type { SessionManager } from '../session-manager.js';
import type { SessionNotice } from '../session-state.js';

/** Says why the session of a link was not used. */
export async function noticeOfRefusedLink(
  error: unknown,
  session: Pick<SessionManager, 'account'>,
): Promise<SessionNotice> {
  const { failure } = error instanceof CallError ? error : { failure: failureOfThrown(error) };
  if (failure.code === 'SIGN_IN_DECLINED') return { kind: 'done', text: arrivalTexts.declined, action: 'login' };
  if (failure.code !== 'SESSION_KEPT') return noticeOfLinkFault(failureText(failure));
  const account = await session.account();
  return 'email' in account
    ? { kind: 'done', text: arrivalTexts.stayedAs(account.email) }
    : { kind: 'done', text: arrivalTexts.stayed, action: 'login' };
}

export function noticeOfLinkFault(reason: string): SessionNotice {
  return { kind: 'fault', text: arrivalTexts.failed(reason), action: 'login' };
}

/**
 * Says what a link with a code did for an account that is signed in here.
 * @param holder whose session it was when the link was followed
 */
export function noticeOfCodeWhileSignedIn(holder: SignedIn | null, account: Account): SessionNotice | undefined {
  const pending = pendingEmailOf(holder);
  const isConfirmed = pending !== undefined && 'email' in account && account.email === pending;
  // A temporary account that became registered has a notice of its own.
  if (isConfirmed && holder?.kind === 'temporary') return undefined;
  return { kind: 'done', text: isConfirmed ? arrivalTexts.changed : arrivalTexts.unchanged };
}
