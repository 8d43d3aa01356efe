import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';
import { callerErrors } from '../caller-errors.js';

const accountSessionSchema = z.object({
  id: z.uuid(),
  /** This is the caller's own session. */
  isCurrent: z.boolean(),
  /** The device named itself so, such as Safari and iOS; null if it is not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The session was last refreshed from this /24 or /48. */
  network: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Sessions in use are refreshed within the life of an access token. */
  lastUsedAt: z.iso.datetime(),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

export const sessionMessages = {
  /** Lists at most 100: the caller's own first, then the last used. */
  listSessions: defineMessage({
    pattern: 'auth.listSessions',
    request: z.object({}),
    reply: z.object({ sessions: z.array(accountSessionSchema) }),
    errors: [...callerErrors],
  }),
  /** Ends a session of the caller's account as signing out there does; it succeeds if the session has already ended. */
  endSession: defineMessage({
    pattern: 'auth.endSession',
    request: z.object({ sessionId: z.uuid() }),
    reply: z.object({}),
    errors: [...callerErrors],
  }),
};
