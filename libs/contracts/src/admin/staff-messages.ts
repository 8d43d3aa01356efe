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
const actErrors = ['FORBIDDEN_ROLE', 'ACCOUNT_NOT_FOUND', 'ROLE_NOT_ALLOWED'] as const;

/** People with a role and the command line use these; the service checks the role too, and logs each act. */
export const staffMessages = {
  /** Finds accounts by address or id, newest first, a page at a time. */
  searchAccounts: defineMessage('auth.searchAccounts', {
    request: accountSearchSchema,
    reply: z.object({ accounts: z.array(staffAccountSchema), next: z.string().nullable() }),
    errors: ['FORBIDDEN_ROLE', 'VALIDATION_FAILED'],
  }),
  /** Lists everybody with a role. */
  listStaff: defineMessage('auth.listStaff', {
    reply: z.object({ accounts: z.array(staffAccountSchema) }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  getAccount: defineMessage('auth.getAccount', {
    request: z.object({ accountId }),
    reply: staffAccountSchema,
    errors: ['FORBIDDEN_ROLE', 'ACCOUNT_NOT_FOUND'],
  }),
  /** The ban lasts until it is lifted: the account's sessions end immediately and its pages stop. */
  banAccount: defineMessage('auth.banAccount', {
    request: z.object({ accountId, reason }),
    reply: staffAccountSchema,
    errors: actErrors,
  }),
  /** The account's pages are shown again, except those that were stopped for a reason of their own. */
  unbanAccount: defineMessage('auth.unbanAccount', {
    request: z.object({ accountId, reason }),
    reply: staffAccountSchema,
    errors: actErrors,
  }),
  /** Only a registered, confirmed account can have a role; null removes it, on every gateway within a second. */
  setRole: defineMessage('auth.setRole', {
    request: z.object({ accountId, role: z.enum(adminRoles).nullable(), reason }),
    reply: staffAccountSchema,
    errors: actErrors,
  }),
  listAudit: defineMessage('auth.listAudit', {
    request: auditQuerySchema,
    reply: auditPageSchema,
    errors: ['FORBIDDEN_ROLE', 'VALIDATION_FAILED'],
  }),
  /** Hours without any are left out. Mails are the auth service's own. */
  countAccountsPerHour: defineMessage('auth.countAccountsPerHour', {
    request: z.object({ hours: z.int().min(1).max(744) }),
    reply: z.object({
      hours: z.array(z.object({ hour: z.iso.datetime(), signUps: z.int(), mailsSent: z.int(), mailsFailed: z.int() })),
    }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  /** Runs before the gateway lets staff change a queue: a change that cannot be logged is not made. */
  noteQueueChange: defineMessage('auth.noteQueueChange', {
    request: z.object({
      queue: z.string().max(100),
      change: z.string().max(100),
      jobId: z.string().max(255).optional(),
    }),
    errors: ['FORBIDDEN_ROLE'],
  }),
  /** Runs before the gateway switches the attack mode: a change that cannot be logged is not made. */
  noteAttackMode: defineMessage('auth.noteAttackMode', {
    request: z.object({ isOn: z.boolean(), reason }),
    errors: ['FORBIDDEN_ROLE'],
  }),
};

/** Services send these to each other. */
export const staffInternalMessages = {
  /** Lists everybody whose role applies: they are not banned, and have a second factor where roles need one. */
  listActiveStaff: defineMessage('auth.listActiveStaff', {
    reply: z.object({ staff: z.array(z.object({ id: z.uuid(), role: z.enum(adminRoles) })) }),
  }),
};
