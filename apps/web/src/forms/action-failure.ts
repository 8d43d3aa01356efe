import type { CallFailure } from '../http/call.js';
import { failureText, hasOwnText } from '../http/failure-text.js';

/** A failed action shows these above the reason, and where there is no better reason than that it failed. */
export interface ActionTexts {
  failed: string;
  generic?: string;
}

export interface Refusal {
  title?: string;
  text: string;
  code: string;
  /** The action can be tried again after this many seconds. */
  retryAfterSeconds?: number | undefined;
}

export function refusalOf(failure: CallFailure, action: ActionTexts): Refusal & { title: string } {
  const text = hasOwnText(failure) ? failureText(failure) : (action.generic ?? failureText(failure));
  return { title: action.failed, text, code: failure.code, retryAfterSeconds: failure.retryAfterSeconds };
}

const fieldOfCode: Readonly<Record<string, string>> = {
  email_address_invalid: 'email',
  email_exists: 'email',
  user_already_exists: 'email',
  weak_password: 'password',
  same_password: 'password',
  mfa_verification_failed: 'code',
  mfa_challenge_expired: 'code',
  RECOVERY_CODE_INVALID: 'code',
  reauthentication_not_valid: 'nonce',
  current_password_required: 'currentPassword',
  current_password_invalid: 'currentPassword',
};

/** Returns the field that a refusal is about, if it is about one. */
export function fieldOf(failure: CallFailure): string | undefined {
  return Object.hasOwn(fieldOfCode, failure.code) ? fieldOfCode[failure.code] : undefined;
}
