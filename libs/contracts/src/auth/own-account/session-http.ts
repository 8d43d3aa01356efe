import { z } from 'zod';
import { defineRoute } from '../../wire/define-route.js';
import { snakeCased } from '../../wire/snake-case.js';

export const accountSessionSchema = z.object({
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

const { id, isCurrent, ...device } = accountSessionSchema.shape;

/** `GET /functions/v1/sessions` */
export const sessionsAnswerSchema = z.object({
  success: z.literal(true),
  sessions: z.array(z.object({ id, current: isCurrent, ...snakeCased(device) })),
});
export type SessionsAnswer = z.infer<typeof sessionsAnswerSchema>;

export const sessionRoutes = {
  listSessions: defineRoute('GET /functions/v1/sessions', 'account', { answer: sessionsAnswerSchema }),
  endSession: defineRoute('DELETE /functions/v1/sessions/:sessionId', 'account', {
    answer: z.object({ success: z.literal(true) }),
  }),
};
