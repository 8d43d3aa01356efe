import { texts } from '../texts/ja.js';
import type { CallFailure } from './call.js';

/** What a person reads when a call failed. */
export function failureText(failure: CallFailure): string {
  if (failure.status === 429 && failure.retryAfterSeconds !== undefined) {
    return texts.rateLimited(failure.retryAfterSeconds);
  }
  const known: Record<string, string> = texts.errors;
  return (Object.hasOwn(known, failure.code) ? known[failure.code] : undefined) ?? texts.errors.UNKNOWN_ERROR;
}
