import { texts } from '../texts/ja.js';
import type { CallFailure } from './call.js';

/** What a person reads when a call failed. */
export function failureText(failure: CallFailure): string {
  if (failure.status === 429 && failure.retryAfterSeconds !== undefined) {
    return waitText(failure.code, failure.error)(failure.retryAfterSeconds);
  }
  return textOfCode(failure.code) ?? texts.errors.UNKNOWN_ERROR;
}

/** One code says that this mail went out just now, and that the whole server sends too many. */
function waitText(code: string, serversText: string): (seconds: number) => string {
  if (code !== 'over_email_send_rate_limit') return texts.rateLimited;
  return /^email rate limit exceeded/i.test(serversText) ? texts.mailsCrowded : texts.mailedJustNow;
}

/** Whether the text says more than that something went wrong. */
export function hasOwnText({ code }: CallFailure): boolean {
  return code !== 'UNKNOWN_ERROR' && code !== 'unexpected_failure' && textOfCode(code) !== undefined;
}

function textOfCode(code: string): string | undefined {
  const known: Record<string, string> = texts.errors;
  return Object.hasOwn(known, code) ? known[code] : undefined;
}
