import { z } from 'zod';

/** The auth API shows a factor so: its secret is shown when it is made, and never again. */
export const factorAnswerSchema = z.object({
  id: z.uuid(),
  friendly_name: z.string().optional(),
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  status: z.enum(['unverified', 'verified']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_challenged_at: z.iso.datetime().optional(),
});
export type FactorAnswer = z.infer<typeof factorAnswerSchema>;

/** `POST /auth/v1/factors` */
export const enrolBodySchema = z.object({
  factor_type: z.string(),
  friendly_name: z.string().nullish(),
  issuer: z.string().nullish(),
});

export const enrolAnswerSchema = z.object({
  id: z.uuid(),
  type: z.literal('totp'),
  friendly_name: z.string(),
  totp: z.object({
    /** The value is SVG; the client puts the prefix of a data URL before it. */
    qr_code: z.string(),
    /** The value is Base32. */
    secret: z.string(),
    /** The form is `otpauth://totp/…`. */
    uri: z.string(),
  }),
});

export const challengeAnswerSchema = z.object({
  id: z.uuid(),
  type: z.literal('totp'),
  /** The value is in Unix seconds. */
  expires_at: z.int(),
});

/** `POST /auth/v1/factors/{id}/verify` */
export const verifyFactorBodySchema = z.object({ challenge_id: z.string().nullish(), code: z.string().nullish() });

export const factorIdAnswerSchema = z.object({ id: z.uuid() });
