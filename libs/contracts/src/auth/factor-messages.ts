import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { sessionAnswerSchema } from './auth-http.js';
import { challengeAnswerSchema, enrolAnswerSchema, factorIdAnswerSchema } from './factor-http.js';
import { callerErrors } from './caller-errors.js';

export const factorMessages = {
  /** Makes a factor that counts once a code of it was verified. The secret is in this reply only. */
  enrolFactor: defineMessage('auth.enrolFactor', {
    request: z.object({
      factorType: z.string(),
      friendlyName: z.string().default(''),
      /** The authenticator app shows it; it is the product's name if absent. */
      issuer: z.string().optional(),
    }),
    reply: enrolAnswerSchema,
    errors: [
      ...callerErrors,
      'validation_failed',
      'insufficient_aal',
      'mfa_factor_name_conflict',
      'too_many_enrolled_mfa_factors',
      'mfa_phone_enroll_not_enabled',
      'mfa_webauthn_enroll_not_enabled',
    ],
  }),
  /** Begins a check: one code is accepted for it, within 300 seconds. */
  challengeFactor: defineMessage('auth.challengeFactor', {
    request: z.object({ factorId: z.uuid() }),
    reply: challengeAnswerSchema,
    errors: [...callerErrors, 'mfa_factor_not_found'],
  }),
  /** Raises the calling session to aal2; its earlier refresh tokens are invalid from then on. */
  verifyFactor: defineMessage('auth.verifyFactor', {
    request: z.object({ factorId: z.uuid(), challengeId: z.string(), code: z.string() }),
    reply: sessionAnswerSchema,
    errors: [
      ...callerErrors,
      'validation_failed',
      'insufficient_aal',
      'mfa_factor_not_found',
      'mfa_challenge_expired',
      'mfa_verification_failed',
      'over_request_rate_limit',
    ],
  }),
  /** Removes a factor; sessions that it raised fall back to aal1. */
  unenrolFactor: defineMessage('auth.unenrolFactor', {
    request: z.object({ factorId: z.uuid() }),
    reply: factorIdAnswerSchema,
    errors: [...callerErrors, 'mfa_factor_not_found', 'insufficient_aal'],
  }),
};
