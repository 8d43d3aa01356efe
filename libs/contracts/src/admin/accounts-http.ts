import { z } from 'zod';
import { moderationReasonSchema } from '../sites/moderation/moderation-messages.js';
import { adminRoles } from '../wire/request-context.js';

/** An account as people with a role see it. Times are ISO 8601. */
export const accountOverviewSchema = z.object({
  id: z.uuid(),
  /** Null for temporary accounts. */
  email: z.string().nullable(),
  is_anonymous: z.boolean(),
  created_at: z.iso.datetime(),
  role: z.enum(adminRoles).nullable(),
  /** Null while it is not banned; `until` is null for a ban without an end. */
  ban: z.object({ reason: z.string().nullable(), until: z.iso.datetime().nullable() }).nullable(),
  sites: z.object({ live: z.int(), stopped: z.int(), all: z.int() }),
});
export type AccountOverview = z.infer<typeof accountOverviewSchema>;

/** `GET /admin/v1/accounts`. Newest first; `cursor` is the `next` of the page before. */
export const accountSearchSchema = z.object({
  /** Part of an address, or an id. */
  search: z
    .string()
    .trim()
    .max(255)
    // To Postgres that would be an error.
    .refine((text) => !text.includes('\0'))
    .default(''),
  cursor: z.string().max(100).optional(),
});

export const accountPageSchema = z.object({ accounts: z.array(accountOverviewSchema), next: z.string().nullable() });
export const accountPageAnswerSchema = accountPageSchema.extend({ success: z.literal(true) });

/** `POST /admin/v1/accounts/{id}/ban` and `…/unban` */
export const banBodySchema = z.object({ reason: moderationReasonSchema });

/** `PUT /admin/v1/accounts/{id}/role`; null takes the role away. */
export const roleBodySchema = z.object({ role: z.enum(adminRoles).nullable(), reason: moderationReasonSchema });

/** `POST /admin/v1/accounts/{id}/paths` */
export const grantPathBodySchema = z.object({ path: z.string(), reason: moderationReasonSchema });
export const grantedPathAnswerSchema = z.object({ success: z.literal(true) });

/** Of all three and of `GET /admin/v1/accounts/{id}`: the account as it is then. */
export const accountOverviewAnswerSchema = z.object({ success: z.literal(true), account: accountOverviewSchema });
