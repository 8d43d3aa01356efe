import type { CallFailure } from './call.js';

/**
 * Codes with which the server refuses a token that may only be too old, as by a clock here that is slow. The data API
 * says PGRST303 of a session that is over, too: renewing the token tells.
 */
const tokenRefusals: ReadonlySet<string> = new Set(['TOKEN_INVALID', 'PGRST301', 'PGRST303', 'bad_jwt']);

/** Codes with which the server says that the session, or its account, is gone. */
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
