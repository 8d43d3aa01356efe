import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';
import { sessionAnswerSchema } from '../auth-http.js';
import { callerErrors } from '../caller-errors.js';

/** No code is longer, however it is written. */
export const recoveryCodeMaxLength = 64;

const newRecoveryCodesSchema = z.object({
  /** The codes are in this reply only. */
  codes: z.array(z.string()),
  createdAt: z.iso.datetime(),
});
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodesSchema>;

const recoveryCodesStateSchema = z.object({
  /** Null: no codes were made. */
  codes: z.object({ remaining: z.int(), createdAt: z.iso.datetime() }).nullable(),
});
export type RecoveryCodesState = z.infer<typeof recoveryCodesStateSchema>;

/** Each code replaces a lost authenticator app once. */
export const recoveryCodeMessages = {
  /** Creates or renews the caller's codes: the previous ones are refused from then on. */
  createRecoveryCodes: defineMessage('auth.createRecoveryCodes', {
    reply: newRecoveryCodesSchema,
    errors: [...callerErrors, 'insufficient_aal', 'mfa_factor_not_found'],
  }),
  /** Tells how many of the caller's codes are left; never the codes. */
  getRecoveryCodes: defineMessage('auth.getRecoveryCodes', {
    reply: recoveryCodesStateSchema,
    errors: [...callerErrors],
  }),
  /** Raises the calling session to aal2 as a code of the authenticator app does, and uses the code up. */
  useRecoveryCode: defineMessage('auth.useRecoveryCode', {
    request: z.object({ code: z.string().max(recoveryCodeMaxLength) }),
    reply: sessionAnswerSchema,
    errors: [...callerErrors, 'RECOVERY_CODE_INVALID', 'RATE_LIMITED'],
  }),
};
