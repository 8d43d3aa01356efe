import type { AuthError } from '@supabase/auth-js';
import { CallError } from './app-config.js';
import { codeOfStatus } from './call.js';

/** Faults that the auth client words itself, without a code of the server. */
const codesOfNames: Readonly<Record<string, string>> = {
  AuthSessionMissingError: 'session_not_found',
  AuthPKCECodeVerifierMissingError: 'bad_code_verifier',
};

/** Server texts that carry more than their code does. */
const codesOfTexts: readonly (readonly [RegExp, string])[] = [
  [/unable to validate email address/i, 'email_address_invalid'],
  [/password should be at least/i, 'weak_password'],
  [/user already registered/i, 'user_already_exists'],
  [/email not confirmed/i, 'email_not_confirmed'],
  [/invalid login credentials/i, 'invalid_credentials'],
];

/** The auth client's error as every caller in the app sees failures. */
export function callErrorOf(error: AuthError, retryAfterSeconds?: number): CallError {
  return new CallError({
    success: false,
    error: error.message,
    code: codeOf(error),
    ...(error.status ? { status: error.status } : {}),
    ...(error.status === 429 && retryAfterSeconds !== undefined ? { retryAfterSeconds } : {}),
  });
}

function codeOf(error: AuthError): string {
  if (error.name === 'AuthRetryableFetchError') return error.status ? codeOfStatus(error.status) : 'NETWORK_ERROR';
  const named = codesOfNames[error.name];
  if (named !== undefined) return named;
  const worded = codesOfTexts.find(([text]) => text.test(error.message))?.[1];
  if (worded !== undefined && (error.code === undefined || error.code === 'validation_failed')) return worded;
  return error.code ?? codeOfStatus(error.status ?? 0);
}
