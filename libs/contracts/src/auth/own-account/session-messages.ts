import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';
import { callerErrors } from '../caller-errors.js';

const accountSessionSchema = z.object({
  id: z.uuid(),
  /** Of the caller itself. */
  isCurrent: z.boolean(),
  /** What the device said of itself, such as Safari and iOS; null where it is not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The /24 or /48 of the address that it was last refreshed from. */
  network: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Sessions in use are refreshed within the life of an access token. */
  lastUsedAt: z.iso.datetime(),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** The devices on which an account is signed in. */
export const sessionMessages = {
  /** At most 100: the caller's own first, then the last used. */
  listSessions: defineMessage({
    pattern: 'auth.listSessions',
    request: z.object({}),
    reply: z.object({ sessions: z.array(accountSessionSchema) }),
    errors: [...callerErrors],
  }),
  /** Ends a session of the caller's account as signing out there does; one that has ended already is fine. */
  endSession: defineMessage({
    pattern: 'auth.endSession',
    request: z.object({ sessionId: z.uuid() }),
    reply: z.object({}),
    errors: [...callerErrors],
  }),
};
