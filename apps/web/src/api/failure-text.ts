import { texts } from '../texts/ja.js';
import type { CallFailure } from './call.js';

/** What a person reads when a call failed. */
export function failureText(failure: CallFailure): string {
  if (failure.status === 429 && failure.retryAfterSeconds !== undefined) {
    const wait = failure.code === 'over_email_send_rate_limit' ? texts.mailedJustNow : texts.rateLimited;
    return wait(failure.retryAfterSeconds);
  }
  return textOfCode(failure.code) ?? texts.errors.UNKNOWN_ERROR;
}

/** Whether the text says more than that something went wrong. */
export function hasOwnText({ code }: CallFailure): boolean {
  return code !== 'UNKNOWN_ERROR' && code !== 'unexpected_failure' && textOfCode(code) !== undefined;
}

function textOfCode(code: string): string | undefined {
  const known: Record<string, string> = texts.errors;
  return Object.hasOwn(known, code) ? known[code] : undefined;
}
