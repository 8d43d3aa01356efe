import { z } from 'zod';

/** A user as the auth API shows it: never a hash, token or secret. */
export const userAnswerSchema = z.object({
  id: z.uuid(),
  aud: z.literal('authenticated'),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: z.iso.datetime().optional(),
  confirmed_at: z.iso.datetime().optional(),
  last_sign_in_at: z.iso.datetime().optional(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(z.record(z.string(), z.unknown())),
  is_anonymous: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type UserAnswer = z.infer<typeof userAnswerSchema>;

export const sessionAnswerSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.int().positive(),
  /** Unix seconds; equals the token's `exp`. */
  expires_at: z.int(),
  refresh_token: z.string(),
  user: userAnswerSchema,
});
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

/** `POST /auth/v1/signup`; members of the client that mean nothing here are ignored. */
export const signUpBodySchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});

/** `POST /auth/v1/token?grant_type=refresh_token` */
export const refreshTokenBodySchema = z.object({ refresh_token: z.string() });

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

/** Every refusal under `/auth/v1`, as clients that send `X-Supabase-Api-Version` read it. */
export const authErrorSchema = z.object({ code: z.string(), message: z.string() });
/** … and as older clients do. */
export const legacyAuthErrorSchema = z.object({ code: z.int(), error_code: z.string(), msg: z.string() });
