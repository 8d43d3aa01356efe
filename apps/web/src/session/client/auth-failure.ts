import type { AuthError } from '@supabase/auth-js';
import { CallError, codeOfStatus, type CallFailure } from '../../http/failure.js';

/** The auth client finds these faults itself, without a code of the server. */
const codesOfNames: Readonly<Record<string, string>> = {
  AuthSessionMissingError: 'session_not_found',
  AuthPKCECodeVerifierMissingError: 'bad_code_verifier',
};

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
  // The code only says that the request is not valid; the text says more.
  const isOfAddress = error.code === 'validation_failed' && /unable to validate email address/i.test(error.message);
  if (isOfAddress) return 'email_address_invalid';
  return error.code ?? codeOfStatus(error.status ?? 0);
}

/** The token may only be too old, as with a slow clock. PGRST303 may also be the session's end: renewing shows which. */
const tokenRefusals: ReadonlySet<string> = new Set(['TOKEN_INVALID', 'PGRST301', 'PGRST303', 'bad_jwt']);

/** With these codes the server says that the session, or its account, no longer exists. */
const sessionEnds: ReadonlySet<string> = new Set([
  'SESSION_ENDED',
  'session_not_found',
  'session_expired',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'user_not_found',
]);

export const isTokenRefusal = ({ code }: CallFailure): boolean => tokenRefusals.has(code);

export const isSessionEnd = ({ code }: CallFailure): boolean => sessionEnds.has(code);
