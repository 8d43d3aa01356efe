import { z } from 'zod';
import { defineRoute } from '../../wire/define-route.js';

/** `GET /functions/v1/sessions` */
export const sessionsAnswerSchema = z.object({
  success: z.literal(true),
  sessions: z.array(
    z.object({
      id: z.uuid(),
      /** This is the caller's own session. */
      current: z.boolean(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      /** The address is shortened to the /24 or /48. */
      network: z.string().nullable(),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime(),
    }),
  ),
});
export type SessionsAnswer = z.infer<typeof sessionsAnswerSchema>;

export const sessionRoutes = {
  listSessions: defineRoute('GET /functions/v1/sessions', 'account', { answer: sessionsAnswerSchema }),
  endSession: defineRoute('DELETE /functions/v1/sessions/:sessionId', 'account', {
    answer: z.object({ success: z.literal(true) }),
  }),
};
