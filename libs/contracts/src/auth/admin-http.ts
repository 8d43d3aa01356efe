import { z } from 'zod';
import { userAnswerSchema } from './auth-http.js';

const metadata = z.record(z.string(), z.unknown());

/** `POST /auth/v1/admin/users` and `PUT …/{id}`: the service key may set these members of an account. */
export const adminUserBodySchema = z.object({
  id: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  /** This is an argon2id hash in PHC form, from a system that people move from. */
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
  role: z.string().nullish(),
  /** The form is `24h`, `1h30m` or `45s`; `none` lifts a ban. */
  ban_duration: z.string().nullish(),
});
export type AdminUserBody = z.output<typeof adminUserBodySchema>;

export const adminDeleteBodySchema = z.object({ should_soft_delete: z.boolean().nullish() });

export const userPageSchema = z.object({ users: z.array(userAnswerSchema), aud: z.string() });

/** `POST /auth/v1/invite` */
export const inviteBodySchema = z.object({ email: z.string(), data: metadata.nullish() });

/** `POST /auth/v1/admin/generate_link` */
export const generateLinkBodySchema = z.object({
  type: z.string(),
  email: z.string(),
  password: z.string().nullish(),
  new_email: z.string().nullish(),
  data: metadata.nullish(),
});

/** The answer has the account's members and those of the link. */
export const linkAnswerSchema = userAnswerSchema.extend({
  action_link: z.string(),
  email_otp: z.string(),
  hashed_token: z.string(),
  verification_type: z.string(),
  redirect_to: z.string(),
});
