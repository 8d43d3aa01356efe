import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';

/**
 * Publishing, updating and restoring check a page with one of these outcomes. `notice`: visitors see a notice first,
 * as they do when the check was not finished. `unchecked`: no checker was available, and the page has no field. Each
 * document, style sheet and script of a page with several files counts.
 */
export const checkOutcomes = ['passed', 'notice', 'refused', 'unchecked'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

const safetySchema = z.object({
  /** This is the version of the rules in force. */
  rules_version: z.int(),
  /** Counts how often checks had each outcome, by year (UTC), the latest first. */
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
  /** These figures of 公開ルール are up to a minute old. */
  getSafety: defineMessage('sites.getSafety', { reply: safetySchema }),
};
