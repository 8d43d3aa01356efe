import { z } from 'zod';
import { moderationReasonSchema } from '../sites/moderation/moderation-messages.js';
import { defineRoute } from '../wire/define-route.js';

/** `PUT /admin/v1/attack-mode` */
export const attackModeBodySchema = z.object({ on: z.boolean(), reason: moderationReasonSchema });

/** This is its answer, and that of `GET /admin/v1/attack-mode`; `since` is null while it is off. */
export const attackModeAnswerSchema = z.object({
  success: z.literal(true),
  attack_mode: z.object({ on: z.boolean(), since: z.iso.datetime().nullable() }),
});
export type AttackModeAnswer = z.infer<typeof attackModeAnswerSchema>;

export const attackModeRoutes = {
  getAttackMode: defineRoute('GET /admin/v1/attack-mode', 'moderator', { answer: attackModeAnswerSchema }),
  setAttackMode: defineRoute('PUT /admin/v1/attack-mode', 'admin', {
    body: attackModeBodySchema,
    answer: attackModeAnswerSchema,
  }),
};
