import { limits } from '@haru/contracts';
import { authTexts } from '../texts/account/auth.js';

/** Browsers check `type=email` with this pattern. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

const { rules } = authTexts;

export function emailFault(email: string): string | undefined {
  if (email.trim() === '') return rules.emailMissing;
  if (!emailPattern.test(email.trim())) return rules.emailWrong;
  return email.trim().length > limits.emailMaxLength ? rules.emailTooLong : undefined;
}

export function newPasswordFault(password: string): string | undefined {
  if (password === '') return rules.passwordMissing;
  if (password.length < limits.passwordMinLength) return rules.passwordShort;
  return new TextEncoder().encode(password).length > limits.passwordMaxBytes ? rules.passwordLong : undefined;
}

/** Japanese keyboards make full-width digits, and copying adds spaces; the server accepts neither. */
export function plainCode(typed: string): string {
  return typed.normalize('NFKC').replace(/\s/g, '');
}

export function codeFault(typed: string): string | undefined {
  return /^\d{6}$/.test(plainCode(typed)) ? undefined : rules.codeWrong;
}
