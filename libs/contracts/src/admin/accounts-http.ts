import { z } from 'zod';
import { moderationReasonSchema } from '../sites/moderation/moderation-messages.js';
import { adminRoles } from '../wire/request-context.js';
import { defineRoute } from '../wire/define-route.js';

/** People with a role see an account in this form. Times are ISO 8601. */
export const accountOverviewSchema = z.object({
  id: z.uuid(),
  /** The address is null for temporary accounts. */
  email: z.string().nullable(),
  is_anonymous: z.boolean(),
  created_at: z.iso.datetime(),
  role: z.enum(adminRoles).nullable(),
  /** The ban is null if there is none; `until` is null for a ban without an end. */
  ban: z.object({ reason: z.string().nullable(), until: z.iso.datetime().nullable() }).nullable(),
  sites: z.object({ live: z.int(), stopped: z.int(), all: z.int() }),
});
export type AccountOverview = z.infer<typeof accountOverviewSchema>;

/** `GET /admin/v1/accounts` lists the newest first; `cursor` is the `next` of the page before. */
export const accountSearchSchema = z.object({
  /** The text is part of an address, or an id. */
  search: z
    .string()
    .trim()
    .max(255)
    // Postgres rejects NUL.
    .refine((text) => !text.includes('\0'))
    .default(''),
  cursor: z.string().max(100).optional(),
});

export const accountPageAnswerSchema = z.object({
  success: z.literal(true),
  accounts: z.array(accountOverviewSchema),
  next: z.string().nullable(),
});

/** `POST /admin/v1/accounts/{id}/ban` and `…/unban` */
export const banBodySchema = z.object({ reason: moderationReasonSchema });

export const grantedPathAnswerSchema = z.object({ success: z.literal(true) });

/** Reading an account and changing its ban or role answer with the account as it is then. */
export const accountOverviewAnswerSchema = z.object({ success: z.literal(true), account: accountOverviewSchema });

export const accountAdminRoutes = {
  searchAccounts: defineRoute('GET /admin/v1/accounts', 'moderator', {
    query: accountSearchSchema,
    answer: accountPageAnswerSchema,
  }),
  listStaff: defineRoute('GET /admin/v1/staff', 'moderator', { answer: accountPageAnswerSchema }),
  getAccount: defineRoute('GET /admin/v1/accounts/:accountId', 'moderator', { answer: accountOverviewAnswerSchema }),
  banAccount: defineRoute('POST /admin/v1/accounts/:accountId/ban', 'admin', {
    body: banBodySchema,
    answer: accountOverviewAnswerSchema,
  }),
  unbanAccount: defineRoute('POST /admin/v1/accounts/:accountId/unban', 'admin', {
    body: banBodySchema,
    answer: accountOverviewAnswerSchema,
  }),
  /** Null removes the role. */
  setRole: defineRoute('PUT /admin/v1/accounts/:accountId/role', 'admin', {
    body: z.object({ role: z.enum(adminRoles).nullable(), reason: moderationReasonSchema }),
    answer: accountOverviewAnswerSchema,
  }),
  grantPath: defineRoute('POST /admin/v1/accounts/:accountId/paths', 'admin', {
    body: z.object({ path: z.string(), reason: moderationReasonSchema }),
    answer: grantedPathAnswerSchema,
  }),
};
