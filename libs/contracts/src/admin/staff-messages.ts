import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { moderationReasonSchema } from '../sites/moderation/moderation-messages.js';
import { accountOverviewSchema, accountSearchSchema } from './accounts-http.js';
import { auditPageSchema, auditQuerySchema } from './audit-http.js';
import { adminRoles } from '../wire/request-context.js';

/** The sites of an account are left out: another service counts them. */
const staffAccountSchema = accountOverviewSchema.omit({ sites: true });
export type StaffAccount = z.infer<typeof staffAccountSchema>;

const accountId = z.uuid();
const reason = moderationReasonSchema;
const staffAccountPageSchema = z.object({ accounts: z.array(staffAccountSchema), next: z.string().nullable() });
const actErrors = ['FORBIDDEN_ROLE', 'ACCOUNT_NOT_FOUND', 'ROLE_NOT_ALLOWED'] as const;

/** People with a role and the command line use these; the service checks the role too, and logs each act. */
export const staffMessages = {
  /** Finds accounts by address or id, newest first, a page at a time. */
  searchAccounts: defineMessage({
    pattern: 'auth.searchAccounts',
    request: accountSearchSchema,
    reply: staffAccountPageSchema,
    errors: ['FORBIDDEN_ROLE', 'VALIDATION_FAILED'],
  }),
  /** Lists everybody with a role. */
  listStaff: defineMessage({
    pattern: 'auth.listStaff',
    request: z.object({}),
    reply: z.object({ accounts: z.array(staffAccountSchema) }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  getAccount: defineMessage({
    pattern: 'auth.getAccount',
    request: z.object({ accountId }),
    reply: staffAccountSchema,
    errors: ['FORBIDDEN_ROLE', 'ACCOUNT_NOT_FOUND'],
  }),
  /** The ban lasts until it is lifted: the account's sessions end immediately and its pages stop. */
  banAccount: defineMessage({
    pattern: 'auth.banAccount',
    request: z.object({ accountId, reason }),
    reply: staffAccountSchema,
    errors: actErrors,
  }),
  /** The account's pages are shown again, except those that were stopped for a reason of their own. */
  unbanAccount: defineMessage({
    pattern: 'auth.unbanAccount',
    request: z.object({ accountId, reason }),
    reply: staffAccountSchema,
    errors: actErrors,
  }),
  /** Only a registered, confirmed account can have a role; null removes it, on every gateway within a second. */
  setRole: defineMessage({
    pattern: 'auth.setRole',
    request: z.object({ accountId, role: z.enum(adminRoles).nullable(), reason }),
    reply: staffAccountSchema,
    errors: actErrors,
  }),
  listAudit: defineMessage({
    pattern: 'auth.listAudit',
    request: auditQuerySchema,
    reply: auditPageSchema,
    errors: ['FORBIDDEN_ROLE', 'VALIDATION_FAILED'],
  }),
  /** Hours without any are left out. Mails are the auth service's own. */
  countAccountsPerHour: defineMessage({
    pattern: 'auth.countAccountsPerHour',
    request: z.object({ hours: z.int().min(1).max(744) }),
    reply: z.object({
      hours: z.array(z.object({ hour: z.iso.datetime(), signUps: z.int(), mailsSent: z.int(), mailsFailed: z.int() })),
    }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  /** Runs before the gateway lets staff change a queue: a change that cannot be logged is not made. */
  noteQueueChange: defineMessage({
    pattern: 'auth.noteQueueChange',
    request: z.object({
      queue: z.string().max(100),
      change: z.string().max(100),
      jobId: z.string().max(255).optional(),
    }),
    reply: z.object({}),
    errors: ['FORBIDDEN_ROLE'],
  }),
  /** Runs before the gateway switches the attack mode: a change that cannot be logged is not made. */
  noteAttackMode: defineMessage({
    pattern: 'auth.noteAttackMode',
    request: z.object({ isOn: z.boolean(), reason }),
    reply: z.object({}),
    errors: ['FORBIDDEN_ROLE'],
  }),
};

/** Services send these to each other. */
export const staffInternalMessages = {
  /** Lists everybody whose role applies: they are not banned, and have a second factor where roles need one. */
  listActiveStaff: defineMessage({
    pattern: 'auth.listActiveStaff',
    request: z.object({}),
    reply: z.object({ staff: z.array(z.object({ id: z.uuid(), role: z.enum(adminRoles) })) }),
    errors: [],
  }),
};
