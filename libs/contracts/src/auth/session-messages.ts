import { z } from 'zod';
import { adminRoles } from '../wire/request-context.js';
import { defineBroadcast, defineMessage } from '../wire/define-message.js';
import { jwksAnswerSchema, sessionAnswerSchema, userAnswerSchema } from './auth-http.js';
import { callerErrors } from './caller-errors.js';
import { accountSessionSchema } from './own-account/session-http.js';

export const signOutScopes = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof signOutScopes)[number];

export const sessionMessages = {
  /** Rotates a refresh token; a lost answer can be requested again, a stolen token ends the session. */
  refreshSession: defineMessage('auth.refreshSession', {
    request: z.object({ refreshToken: z.string() }),
    reply: sessionAnswerSchema,
    errors: [
      'validation_failed',
      'refresh_token_not_found',
      'refresh_token_already_used',
      'session_expired',
      'user_banned',
      'conflict',
    ],
  }),
  getUser: defineMessage('auth.getUser', { reply: userAnswerSchema, errors: callerErrors }),
  /** Ends sessions of the calling account. */
  signOut: defineMessage('auth.signOut', {
    request: z.object({ scope: z.enum(signOutScopes) }),
    errors: ['no_authorization', 'user_not_found', 'session_not_found'],
  }),
  /** Tells whether the session of a verified token is still live. The gateway caches the answer for a second. */
  checkSession: defineMessage('auth.checkSession', {
    request: z.object({ accountId: z.uuid(), sessionId: z.uuid() }),
    reply: z.object({
      state: z.enum(['live', 'session_not_found', 'user_not_found', 'user_banned']),
      /** Tells whether the account of a live session is temporary; its token may be outdated. */
      isAnonymous: z.boolean().optional(),
      /** It is present if the account has a second factor that was not shown in this session. */
      requiresMfa: z.literal(true).optional(),
      /** This role applies in the session: it was granted, and the second factor was shown if there is one. */
      haruRole: z.enum(adminRoles).optional(),
      /** It replaces `haruRole` if a role was granted that applies only once the account has a second factor. */
      roleNeedsFactor: z.literal(true).optional(),
    }),
  }),
  getJwks: defineMessage('auth.getJwks', { reply: jwksAnswerSchema }),
  /** Lists at most 100: the caller's own first, then the last used. */
  listSessions: defineMessage('auth.listSessions', {
    reply: z.object({ sessions: z.array(accountSessionSchema) }),
    errors: [...callerErrors],
  }),
  /** Ends a session of the caller's account as signing out there does; it succeeds if the session has already ended. */
  endSession: defineMessage('auth.endSession', {
    request: z.object({ sessionId: z.uuid() }),
    errors: [...callerErrors],
  }),
};

/** These sessions have ended: gateways remove them from their caches. */
export const sessionsEnded = defineBroadcast('auth.sessionsEnded', z.object({ sessionIds: z.array(z.uuid()) }));
