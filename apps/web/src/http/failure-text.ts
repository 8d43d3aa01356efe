import type { FunctionError } from '@haru/contracts';
import { texts } from '../texts/ja.js';
import type { CallFailure } from './call.js';
import { textOfCode } from './error-texts.js';

export function failureText(failure: CallFailure): string {
  if (failure.status === 429 && failure.retryAfterSeconds !== undefined) {
    return waitText(failure.code, failure.error)(failure.retryAfterSeconds);
  }
  const text = textOfCode(failure.code) ?? texts.errors.UNKNOWN_ERROR;
  const findings = findingsOf(failure);
  return findings ? text + texts.refusedPlaces(findings) : text;
}

export type PageFindings = NonNullable<FunctionError['findings']>;

export function findingsOf(failure: CallFailure | undefined): PageFindings | undefined {
  if (failure?.code !== 'PAGE_REFUSED') return undefined;
  const { findings = [] } = (failure.answer ?? {}) as Partial<Pick<FunctionError, 'findings'>>;
  return findings.length > 0 ? findings : undefined;
}

/** The server names the file that it refuses. */
export function fileNameIn({ code, details = [] }: CallFailure): string {
  const [fault] = code === 'VALIDATION_FAILED' ? [] : details;
  return fault ? `「${fault.field}」：` : '';
}

/** The same code means that this mail was just sent, and that the whole server sends too many. */
function waitText(code: string, serversText: string): (seconds: number) => string {
  if (code !== 'over_email_send_rate_limit') return texts.rateLimited;
  return /^email rate limit exceeded/i.test(serversText) ? texts.mailsCrowded : texts.mailedJustNow;
}

export function hasOwnText({ code }: CallFailure): boolean {
  return code !== 'UNKNOWN_ERROR' && code !== 'unexpected_failure' && textOfCode(code) !== undefined;
}
