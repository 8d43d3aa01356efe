import type { ErrorCode } from '@haru/contracts';
import { type CallFailure, failureText, hasOwnText } from '../http/failure.js';

/** A failed action shows these above the reason, and where there is no better reason than that it failed. */
export interface ActionTexts {
  failed: string;
  generic?: string;
  /** Texts that replace those of these codes. */
  ofCode?: Readonly<Record<string, string>>;
}

export interface Refusal {
  title?: string;
  text: string;
  code: string;
  retryAfterSeconds?: number | undefined;
}

export function refusalOf(failure: CallFailure, action: ActionTexts): Refusal & { title: string } {
  const generic = hasOwnText(failure) ? undefined : action.generic;
  const text = action.ofCode?.[failure.code] ?? generic ?? failureText(failure);
  return { title: action.failed, text, code: failure.code, retryAfterSeconds: failure.retryAfterSeconds };
}

/** A form asks for a code and is sent again: nothing is wrong with what was typed. */
export class CodeNeeded extends Error {}

/** `23505` and `23514` are PostgreSQL's codes for a path that is taken and for one that breaks a rule. */
const fieldOfCode = {
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
  REPORT_TITLE_TOO_LONG: 'title',
  REPORT_DESCRIPTION_TOO_LONG: 'description',
  REPORT_EMAIL_INVALID: 'email',
  PATH_TAKEN: 'path',
  PATH_INVALID: 'path',
  PATH_RESERVED: 'path',
  '23505': 'path',
  '23514': 'path',
} satisfies Partial<Record<ErrorCode | '23505' | '23514', string>>;
const fields = new Map<string, string>(Object.entries(fieldOfCode));

export const fieldOf = ({ code }: CallFailure): string | undefined => fields.get(code);
