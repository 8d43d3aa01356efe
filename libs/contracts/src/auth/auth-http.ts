import { z } from 'zod';
import { proofChallengeSchema } from '../proof-http.js';
import { factorAnswerSchema } from './factor-http.js';

/** An identity is a way to sign in. `identity_id` is the row's; `id` is the person's id at the provider. */
const identityAnswerSchema = z.object({
  identity_id: z.uuid(),
  id: z.string(),
  user_id: z.uuid(),
  provider: z.string(),
  identity_data: z.record(z.string(), z.unknown()),
  email: z.string().optional(),
  last_sign_in_at: z.iso.datetime().optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type IdentityAnswer = z.infer<typeof identityAnswerSchema>;

/** The auth API shows a user without any hash, token or secret. */
export const userAnswerSchema = z.object({
  id: z.uuid(),
  aud: z.literal('authenticated'),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: z.iso.datetime().optional(),
  confirmed_at: z.iso.datetime().optional(),
  confirmation_sent_at: z.iso.datetime().optional(),
  recovery_sent_at: z.iso.datetime().optional(),
  /** The address is requested and not confirmed: it must not be shown as the account's address. */
  new_email: z.string().optional(),
  email_change_sent_at: z.iso.datetime().optional(),
  reauthentication_sent_at: z.iso.datetime().optional(),
  invited_at: z.iso.datetime().optional(),
  last_sign_in_at: z.iso.datetime().optional(),
  banned_until: z.iso.datetime().optional(),
  deleted_at: z.iso.datetime().optional(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(identityAnswerSchema),
  factors: z.array(factorAnswerSchema).optional(),
  is_anonymous: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type UserAnswer = z.infer<typeof userAnswerSchema>;

export const sessionAnswerSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** The value is in seconds. */
  expires_in: z.int().positive(),
  /** The value is in Unix seconds; it equals the token's `exp`. */
  expires_at: z.int(),
  refresh_token: z.string(),
  user: userAnswerSchema,
});
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

/** `POST /auth/v1/verify` answers this after the first half of a change that two addresses must confirm. */
const verifyHalfAnswerSchema = z.object({ msg: z.string(), code: z.literal('200') });

/** `POST /auth/v1/verify` */
export const verifyAnswerSchema = z.union([sessionAnswerSchema, verifyHalfAnswerSchema]);

/** `POST /auth/v1/signup` answers the account alone if its address is still to be confirmed. */
export const signUpAnswerSchema = z.union([sessionAnswerSchema, userAnswerSchema]);

/** `GET /auth/v1/settings` */
export const authSettingsAnswerSchema = z.object({
  /** The keys are names of ways of signing in. */
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
});

const pkceMembers = { code_challenge: z.string().nullish(), code_challenge_method: z.string().nullish() };

/** `POST /auth/v1/signup` ignores members of the client that mean nothing here. */
export const signUpBodySchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...pkceMembers,
});

/** `POST /auth/v1/token?grant_type=refresh_token` */
export const refreshTokenBodySchema = z.object({ refresh_token: z.string() });

/** `POST /auth/v1/token?grant_type=password` */
export const passwordBodySchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/** `POST /auth/v1/token?grant_type=pkce` */
export const pkceBodySchema = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() });

/** `POST /auth/v1/otp` */
export const otpBodySchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...pkceMembers,
});

/** `POST /auth/v1/recover` */
export const recoverBodySchema = z.object({ email: z.string().nullish(), ...pkceMembers });

/** `POST /auth/v1/resend` */
export const resendBodySchema = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...pkceMembers,
});

/** `POST /auth/v1/verify` */
export const verifyBodySchema = z.object({
  type: z.string().nullish(),
  token_hash: z.string().nullish(),
  token: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

/** `POST /functions/v1/check-reset-link` */
export const checkResetLinkBodySchema = z.object({ token: z.string().max(256) });
export const checkResetLinkAnswerSchema = z.object({ success: z.literal(true), is_valid: z.boolean() });

/** `PUT /auth/v1/user` */
export const updateUserBodySchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  ...pkceMembers,
});

export const jwksAnswerSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
      key_ops: z.tuple([z.literal('verify')]),
    }),
  ),
});
export type JwksAnswer = z.infer<typeof jwksAnswerSchema>;

/** Clients that send `X-Supabase-Api-Version` read every refusal under `/auth/v1` in this form. */
export const authErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** `PROOF_REQUIRED` has the challenge to solve. */
  challenge: proofChallengeSchema.optional(),
});
