import { z } from 'zod';
import { defineRoute } from '../wire/define-route.js';

/** These are counted by the hour. `failures` are answers of the gateways with status 500 and above. */
export type HourlyNumber = 'publishes' | 'sign_ups' | 'mails_sent' | 'mails_failed' | 'reports' | 'failures';

const count = z.int().nonnegative();

/** `GET /admin/v1/numbers` lists each of the last 48 hours, oldest first. */
const numbersSchema = z.object({
  hours: z.array(
    z.object({
      hour: z.iso.datetime(),
      publishes: count,
      sign_ups: count,
      mails_sent: count,
      mails_failed: count,
      reports: count,
      failures: count,
    }),
  ),
  totals: z.object({ live_sites: count, stopped_sites: count, likes: count }),
});
export type Numbers = z.infer<typeof numbersSchema>;
export const numbersAnswerSchema = numbersSchema.extend({ success: z.literal(true) });

export const numbersRoutes = {
  numbers: defineRoute('GET /admin/v1/numbers', 'moderator', { answer: numbersAnswerSchema }),
  openQueues: defineRoute('POST /admin/v1/queues/session', 'moderator', {
    answer: z.object({ success: z.literal(true), path: z.string() }),
  }),
};
