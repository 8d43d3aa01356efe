import { z } from 'zod';

/**
 * What the staff may do. `moderator`: work through reports, look at sites, accounts, numbers, queues
 * and the audit log, stop and restore pages. `admin`: that, and ban, grant roles, retry and clear jobs.
 */
export const adminRoles = ['moderator', 'admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** Who asks, as the gateway established it from key and token. Services trust nothing else. */
const callerSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('anon') }),
  z.object({ role: z.literal('service_role') }),
  z.object({
    role: z.literal('authenticated'),
    accountId: z.uuid(),
    sessionId: z.uuid(),
    isAnonymous: z.boolean(),
    /** What the auth service said of this session within the last second; absent for almost everybody. */
    haruRole: z.enum(adminRoles).optional(),
    /** Has a role, which does not count before a second factor is set up. */
    roleNeedsFactor: z.literal(true).optional(),
  }),
]);
export type Caller = z.infer<typeof callerSchema>;
export type AccountCaller = Extract<Caller, { role: 'authenticated' }>;

/** The most that is kept of a `User-Agent`. */
export const userAgentMaxLength = 300;

/** From where a session is opened or refreshed. */
const clientDeviceSchema = z.object({
  userAgent: z.string().max(userAgentMaxLength).optional(),
  /** The /24 or /48 of its address. */
  network: z.string().max(64).optional(),
});
export type ClientDevice = z.infer<typeof clientDeviceSchema>;

/** What travels beside every request, from the gateway to the last worker. */
export const requestContextSchema = z.object({
  requestId: z.string().min(1).max(128),
  /** W3C trace context, https://www.w3.org/TR/trace-context/#traceparent-header */
  traceparent: z.string().max(128).optional(),
  caller: callerSchema,
  /** Only with requests that may open or refresh a session, or have a page checked; never kept with events. */
  device: clientDeviceSchema.optional(),
});
export type RequestContext = z.infer<typeof requestContextSchema>;
