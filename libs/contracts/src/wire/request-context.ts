import { z } from 'zod';

/**
 * States what staff may do. `moderator`: work through reports, look at sites, accounts, numbers, queues and the audit
 * log, stop and restore pages. `admin`: also ban, grant roles, retry and clear jobs.
 */
export const adminRoles = ['moderator', 'admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** The gateway established the caller from key and token. Services trust nothing else. */
const callerSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('anon') }),
  z.object({ role: z.literal('service_role') }),
  z.object({
    role: z.literal('authenticated'),
    accountId: z.uuid(),
    sessionId: z.uuid(),
    isAnonymous: z.boolean(),
    /** The auth service confirmed this role for the session within the last second; it is absent for almost everybody. */
    haruRole: z.enum(adminRoles).optional(),
    /** The caller has a role, which does not apply before a second factor is set up. */
    roleNeedsFactor: z.literal(true).optional(),
  }),
]);
export type Caller = z.infer<typeof callerSchema>;
export type AccountCaller = Extract<Caller, { role: 'authenticated' }>;

/** A longer `User-Agent` is cut to this. */
export const userAgentMaxLength = 300;

/** A session is opened or refreshed from this device. */
const clientDeviceSchema = z.object({
  userAgent: z.string().max(userAgentMaxLength).optional(),
  /** This is the /24 or /48 of its address. */
  network: z.string().max(64).optional(),
});
export type ClientDevice = z.infer<typeof clientDeviceSchema>;

/** Every request carries this from the gateway to the last worker. */
export const requestContextSchema = z.object({
  requestId: z.string().min(1).max(128),
  /** This is the W3C trace context, https://www.w3.org/TR/trace-context/#traceparent-header */
  traceparent: z.string().max(128).optional(),
  caller: callerSchema,
  /** Only requests that may open or refresh a session, or have a page checked, have it; events never store it. */
  device: clientDeviceSchema.optional(),
});
export type RequestContext = z.infer<typeof requestContextSchema>;
