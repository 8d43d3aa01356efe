import type { Account } from '../../session/account.js';
import type { CallFailure } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { texts } from '../../texts/ja.js';
import { isAboutHtml } from '../sites/html-codes.js';
import type { Draft } from './draft/kept-draft.js';

const pathCodes: ReadonlySet<string> = new Set([
  'PATH_INVALID',
  'PATH_TAKEN',
  'PATH_RESERVED',
  '23505',
  'REGISTRATION_REQUIRED',
]);

/** Returns the field that a failed publication is about, if it is about one. */
export function publishFieldOf(failure: CallFailure, account: Account): keyof Draft | undefined {
  if (isAboutHtml(failure)) return 'html';
  return pathCodes.has(failure.code) && account.kind === 'registered' ? 'customPath' : undefined;
}

/** `account` published the page: a session that ended is removed before the failure is shown. */
export function publishFaultText(failure: CallFailure, account: Account, htmlBytes: number): string {
  if (failure.code === 'HTML_TOO_LARGE' || failure.code === 'PAYLOAD_TOO_LARGE') return texts.tooLarge(htmlBytes);
  const text = failureText(failure);
  // Nobody can log in to a temporary account again: the next try makes another one.
  return text === texts.errors.SESSION_ENDED && account.kind !== 'registered' ? texts.temporarySessionEnded : text;
}
