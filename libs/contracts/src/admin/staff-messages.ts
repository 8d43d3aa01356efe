import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { moderationReasonSchema } from '../sites/moderation/moderation-messages.js';
import { accountOverviewSchema, accountSearchSchema } from './accounts-http.js';
import { auditPageSchema, auditQuerySchema } from './audit-http.js';
import { adminRoles } from '../wire/request-context.js';

/** An account without its sites, which are another service's to count. */
const staffAccountSchema = accountOverviewSchema.omit({ sites: true });
export type StaffAccount = z.infer<typeof staffAccountSchema>;

const accountId = z.uuid();
const reason = moderationReasonSchema;
const staffAccountPageSchema = z.object({ accounts: z.array(staffAccountSchema), next: z.string().nullable() });
const actErrors = ['FORBIDDEN_ROLE', 'ACCOUNT_NOT_FOUND', 'ROLE_NOT_ALLOWED'] as const;

/** For people with a role and the command line; the service checks the role as the gateway does, and notes each act. */
export const staffMessages = {
  /** Accounts by address or id, newest first, a page at a time. */
  searchAccounts: defineMessage({
    pattern: 'auth.searchAccounts',
    request: accountSearchSchema,
    reply: staffAccountPageSchema,
    errors: ['FORBIDDEN_ROLE', 'VALIDATION_FAILED'],
  }),
  /** Everybody with a role. */
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
  /** For good, until it is lifted: its sessions end immediately and its pages stop. */
  banAccount: defineMessage({
    pattern: 'auth.banAccount',
    request: z.object({ accountId, reason }),
    reply: staffAccountSchema,
    errors: actErrors,
  }),
  /** Its pages come back, but those that were stopped for a reason of their own. */
  unbanAccount: defineMessage({
    pattern: 'auth.unbanAccount',
    request: z.object({ accountId, reason }),
    reply: staffAccountSchema,
    errors: actErrors,
  }),
  /** Only a registered, confirmed account can have a role; null takes it away. Counts on every gateway within a second. */
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
  /** Hours in which nothing happened are left out. Mails are the auth service's own. */
  countAccountsPerHour: defineMessage({
    pattern: 'auth.countAccountsPerHour',
    request: z.object({ hours: z.int().min(1).max(744) }),
    reply: z.object({
      hours: z.array(z.object({ hour: z.iso.datetime(), signUps: z.int(), mailsSent: z.int(), mailsFailed: z.int() })),
    }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  /** Before the gateway lets staff change a queue: a change that cannot be logged is not made. */
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
  /** Before the gateway switches the attack mode: a change that cannot be logged is not made. */
  noteAttackMode: defineMessage({
    pattern: 'auth.noteAttackMode',
    request: z.object({ isOn: z.boolean(), reason }),
    reply: z.object({}),
    errors: ['FORBIDDEN_ROLE'],
  }),
};

/** Services ask each other with these. */
export const staffInternalMessages = {
  /** Everybody whose role counts: who is not banned, and has a second factor where roles need one. */
  listActiveStaff: defineMessage({
    pattern: 'auth.listActiveStaff',
    request: z.object({}),
    reply: z.object({ staff: z.array(z.object({ id: z.uuid(), role: z.enum(adminRoles) })) }),
    errors: [],
  }),
};
