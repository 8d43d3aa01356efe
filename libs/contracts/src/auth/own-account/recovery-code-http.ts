import { z } from 'zod';
import { sessionAnswerSchema } from '../auth-http.js';
import { recoveryCodeMaxLength } from './recovery-code-messages.js';
import { defineRoute } from '../../wire/define-route.js';

/** `GET /functions/v1/recovery-codes` */
export const recoveryCodesAnswerSchema = z.object({
  success: z.literal(true),
  recovery_codes: z.object({ remaining: z.int(), created_at: z.iso.datetime() }).nullable(),
});
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswerSchema>;

/** `POST /functions/v1/recovery-codes`. The codes cannot be read again. */
export const newRecoveryCodesAnswerSchema = z.object({
  success: z.literal(true),
  recovery_codes: z.object({ codes: z.array(z.string()), created_at: z.iso.datetime() }),
});
export type NewRecoveryCodesAnswer = z.infer<typeof newRecoveryCodesAnswerSchema>;

export const useRecoveryCodeAnswerSchema = z.object({ success: z.literal(true), session: sessionAnswerSchema });
export type UseRecoveryCodeAnswer = z.infer<typeof useRecoveryCodeAnswerSchema>;

export const recoveryCodeRoutes = {
  getRecoveryCodes: defineRoute('GET /functions/v1/recovery-codes', 'account', { answer: recoveryCodesAnswerSchema }),
  createRecoveryCodes: defineRoute('POST /functions/v1/recovery-codes', 'account', {
    answer: newRecoveryCodesAnswerSchema,
  }),
  useRecoveryCode: defineRoute('POST /functions/v1/use-recovery-code', 'account', {
    body: z.object({ code: z.string().max(recoveryCodeMaxLength) }),
    answer: useRecoveryCodeAnswerSchema,
  }),
};
