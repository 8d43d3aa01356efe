import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';

/** What a check of a page at publishing, updating and restoring leads to. `unchecked`: the checker was not available. */
export const checkOutcomes = ['passed', 'notice', 'refused', 'unchecked'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

const safetySchema = z.object({
  /** Of the rules in force. */
  rules_version: z.int(),
  /** How often checks had each outcome, by year (UTC), the latest first. */
  years: z.array(z.object({ year: z.int(), ...countsOf() })),
});
export type Safety = z.infer<typeof safetySchema>;

function countsOf() {
  const count = z.int().nonnegative();
  return { passed: count, notice: count, refused: count, unchecked: count } satisfies Record<CheckOutcome, z.ZodType>;
}

/** `GET /functions/v1/safety` */
export const safetyAnswerSchema = z.object({ success: z.literal(true), safety: safetySchema });

export const safetyMessages = {
  /** The figures of 公開ルール, up to a minute old. */
  getSafety: defineMessage({
    pattern: 'sites.getSafety',
    request: z.object({}),
    reply: safetySchema,
    errors: [],
  }),
};
