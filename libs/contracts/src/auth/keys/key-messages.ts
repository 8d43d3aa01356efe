import { z } from 'zod';
import { limits } from '../../limits.js';
import { defineMessage } from '../../wire/define-message.js';
import { scopes } from '../../wire/request-context.js';
import { callerErrors } from '../caller-errors.js';

const scopesSchema = z.array(z.enum(scopes)).min(1).max(scopes.length);

export const keyNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(limits.apiKeyNameMaxLength)
  // PostgreSQL can store neither.
  .refine((text) => !text.includes('\0') && text.isWellFormed());

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The key begins with this text. */
  prefix: z.string(),
  scopes: scopesSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  /** The key was last used on this day, from this /24 or /48. */
  lastUsedOn: z.iso.date().nullable(),
  lastUsedNetwork: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

const liveKeySchema = z.object({
  id: z.uuid(),
  kind: z.enum(['apiKey', 'editKey']),
  scopes: scopesSchema,
  /** An API key has one. */
  name: z.string().optional(),
  /** An edit key is limited to this page. */
  siteId: z.uuid().optional(),
  accountId: z.uuid(),
  isAnonymous: z.boolean(),
});
export type LiveKey = z.infer<typeof liveKeySchema>;

/** Programs call with keys. Only a session makes, lists and revokes them. */
export const keyMessages = {
  /** The key itself is in this reply only. */
  createApiKey: defineMessage('auth.createApiKey', {
    request: z.object({
      name: keyNameSchema,
      scopes: scopesSchema,
      /** Without it the key is valid until it is revoked. */
      expiresAt: z.iso.datetime().optional(),
    }),
    reply: z.object({ key: z.string(), apiKey: apiKeySchema }),
    errors: [...callerErrors, 'insufficient_aal', 'TOO_MANY_API_KEYS', 'VALIDATION_FAILED'],
  }),
  /** Lists the newest first. */
  listApiKeys: defineMessage('auth.listApiKeys', {
    reply: z.object({ apiKeys: z.array(apiKeySchema) }),
    errors: [...callerErrors],
  }),
  /** Revokes a key of the caller's account, or all of them; it succeeds if the key is revoked already. */
  revokeApiKeys: defineMessage('auth.revokeApiKeys', {
    request: z.object({ id: z.uuid().optional() }),
    errors: [...callerErrors],
  }),
  /**
   * Makes a key for one page. If the page has too many, its oldest key is revoked. A key for the page of another
   * account gives access to nothing.
   */
  createEditKey: defineMessage('auth.createEditKey', {
    request: z.object({ siteId: z.uuid() }),
    reply: z.object({ key: z.string() }),
    errors: [...callerErrors],
  }),
  /** Ends the edit keys of a page of the caller. */
  revokeEditKeys: defineMessage('auth.revokeEditKeys', {
    request: z.object({ siteId: z.uuid() }),
    errors: [...callerErrors],
  }),
  /** Ends all keys of a temporary account whose pages have moved to the caller. */
  endAdoptedKeys: defineMessage('auth.endAdoptedKeys', {
    request: z.object({ temporaryAccountId: z.uuid() }),
    errors: [...callerErrors],
  }),
  /** Returns what a key may do; null if it is unknown or its account may not act. Gateways ask once a second. */
  checkKey: defineMessage('auth.checkKey', {
    request: z.object({ keyHash: z.hex().length(64), network: z.string().max(64).optional() }),
    reply: z.object({ key: liveKeySchema.nullable() }),
  }),
};
