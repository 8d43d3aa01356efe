/** A message is refused with one of these if its caller has no valid session of an account. */
export const callerErrors = ['no_authorization', 'user_not_found', 'session_not_found', 'user_banned'] as const;
