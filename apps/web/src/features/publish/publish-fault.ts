import type { Account } from '../../session/account.js';
import type { CallFailure } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { texts } from '../../texts/ja.js';

/** A failed publication: what to say, and beside what. */
export interface PublishFault {
  place: 'html' | 'path' | 'publish';
  text: string;
}

const htmlCodes: ReadonlySet<string> = new Set(['HTML_BLANK', 'HTML_TOO_LARGE', 'HTML_NOT_TEXT', 'PAYLOAD_TOO_LARGE']);
const pathCodes: ReadonlySet<string> = new Set([
  'PATH_INVALID',
  'PATH_TAKEN',
  'PATH_RESERVED',
  '23505',
  'REGISTRATION_REQUIRED',
]);

/** `account` is whose publication it was: a session that ended is gone by the time the failure is told. */
export function publishFaultOf(failure: CallFailure, account: Account, htmlBytes: number): PublishFault {
  if (failure.code === 'HTML_TOO_LARGE' || failure.code === 'PAYLOAD_TOO_LARGE') {
    return { place: 'html', text: texts.tooLarge(htmlBytes) };
  }
  const text = failureText(failure);
  if (htmlCodes.has(failure.code)) return { place: 'html', text };
  if (pathCodes.has(failure.code) && account.kind === 'registered') return { place: 'path', text };
  // Nobody can log in to a temporary account again: the next try simply makes another one.
  const ended = text === texts.errors.SESSION_ENDED && account.kind !== 'registered';
  return { place: 'publish', text: ended ? texts.temporarySessionEnded : text };
}
