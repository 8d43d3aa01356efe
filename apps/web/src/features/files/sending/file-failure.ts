import type { CallFailure } from '../../../http/call.js';
import { failureText } from '../../../http/failure-text.js';
import { filesTexts } from '../../../texts/files.js';

/** The server names the file that it refuses. */
export function fileFailureText(failure: CallFailure): string {
  const [fault] = failure.code === 'VALIDATION_FAILED' ? [] : (failure.details ?? []);
  return fault ? filesTexts.failedFile(fault.field, failureText(failure)) : failureText(failure);
}
