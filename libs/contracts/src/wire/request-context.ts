import { z } from 'zod';

/**
 * States what staff may do. `moderator`: work through reports, look at sites, accounts, numbers, queues and the audit
 * log, stop and restore pages. `admin`: also ban, grant roles, retry and clear jobs.
 */
export const adminRoles = ['moderator', 'admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** A program's key may do only what its scopes name; a session may do everything. */
export const scopes = ['read', 'publish', 'edit', 'delete'] as const;
export type Scope = (typeof scopes)[number];

/** The caller was identified by this credential. Each kind has a resolver in the gateway. */
const credentialSchema = z.object({
  kind: z.enum(['session', 'apiKey', 'editKey']),
  id: z.uuid(),
  scopes: z.array(z.enum(scopes)),
  /** The owner gave this name to an API key; versions show it. */
  name: z.string().optional(),
  /** An edit key is limited to this page. */
  siteId: z.uuid().optional(),
});

/** The gateway established the caller from key and token. Services trust nothing else. */
const callerSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('anon') }),
  z.object({ role: z.literal('service_role') }),
  z.object({
    role: z.literal('authenticated'),
    accountId: z.uuid(),
    /** Only a session has it; keys open none. */
    sessionId: z.uuid().optional(),
    /** Gateways and events of release 0.2.0 have none: they know sessions only. */
    credential: credentialSchema.optional(),
    isAnonymous: z.boolean(),
    /** The auth service confirmed this role for the session within the last second; it is absent for almost everybody. */
    haruRole: z.enum(adminRoles).optional(),
    /** The caller has a role, which does not apply before a second factor is set up. */
    roleNeedsFactor: z.literal(true).optional(),
  }),
]);
export type Caller = z.infer<typeof callerSchema>;
export type AccountCaller = Extract<Caller, { role: 'authenticated' }>;
export type SessionCaller = AccountCaller & { sessionId: string };

export function hasSession(caller: Caller): caller is SessionCaller {
  return caller.role === 'authenticated' && caller.sessionId !== undefined;
}

/** An edit key opens its page only while the page is live. */
export function isOfEditKey(caller: Caller): boolean {
  return caller.role === 'authenticated' && caller.credential?.kind === 'editKey';
}

/** Tells whether the account has the page, and the credential is not limited to another one. */
export function ownsSite(caller: Caller, site: { id: string; userId: string } | undefined): boolean {
  if (caller.role !== 'authenticated' || site?.userId !== caller.accountId) return false;
  const { siteId } = caller.credential ?? {};
  return siteId === undefined || siteId === site.id;
}

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
