import type { FunctionError } from '@haru/contracts';
import { texts } from '../texts/ja.js';
import type { CallFailure } from './call.js';
import { textOfCode } from './error-texts.js';

/** Returns the text that a person reads when a call failed. */
export function failureText(failure: CallFailure): string {
  if (failure.status === 429 && failure.retryAfterSeconds !== undefined) {
    return waitText(failure.code, failure.error)(failure.retryAfterSeconds);
  }
  const text = textOfCode(failure.code) ?? texts.errors.UNKNOWN_ERROR;
  return failure.code === 'PAGE_REFUSED' ? text + placesOf(failure.answer) : text;
}

/** Lists the places of a refused page where rules matched. */
function placesOf(answer: unknown): string {
  const findings = (answer as Partial<Pick<FunctionError, 'findings'>> | undefined)?.findings;
  if (!findings?.length) return '';
  return texts.refusedPlaces(findings);
}

/** The same code means that this mail was just sent, and that the whole server sends too many. */
function waitText(code: string, serversText: string): (seconds: number) => string {
  if (code !== 'over_email_send_rate_limit') return texts.rateLimited;
  return /^email rate limit exceeded/i.test(serversText) ? texts.mailsCrowded : texts.mailedJustNow;
}

/** Tells whether the text says more than that something went wrong. */
export function hasOwnText({ code }: CallFailure): boolean {
  return code !== 'UNKNOWN_ERROR' && code !== 'unexpected_failure' && textOfCode(code) !== undefined;
}
