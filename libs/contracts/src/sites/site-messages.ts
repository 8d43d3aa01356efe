import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { lifetimeSchema } from './site-http.js';
import { limits } from '../limits.js';
import { pageCheckSchema, pageSecretSchema } from '../page-rules/page-rules.js';
import { componentFaults, pageFormatSchema } from '../page-format.js';
import { callerSourceSchema, versionNumberSchema } from '../page-version.js';
import { pageSettingsSchema } from './page-settings.js';
import { openSiteRoute, visibilitySchema } from './visibility.js';
import { uploadRefusals } from './uploads/upload-messages.js';
import { pageBytesOf, siteChangesSchema, siteFiltersSchema, siteListSchema } from './site-query.js';

export const publishedSiteSchema = z.object({
  id: z.uuid(),
  path: z.string(),
  title: z.string(),
  expiresAt: z.iso.datetime(),
  /** It is absent if none was found. */
  secrets: z.array(pageSecretSchema).optional(),
  /** Visitors first see a notice, for example until the check of the page has ended. */
  underReview: z.literal(true).optional(),
  /** The page's scripts need an origin of its own, or an earlier version's did. */
  needsOwnOrigin: z.literal(true).optional(),
  /** It is absent if the page is public. */
  visibility: visibilitySchema.exclude(['public']).optional(),
  /** It is present if the page is not public. A new key of the page has a higher number. */
  accessGeneration: z.int().optional(),
  /** It is present if the page is secret. It is never stored. */
  accessKey: z.string().optional(),
});
export type PublishedSite = z.infer<typeof publishedSiteSchema>;

export const updatedSiteSchema = publishedSiteSchema.extend({
  version: versionNumberSchema,
  /** It is false if the page had this content already. */
  isChanged: z.boolean(),
});
export type UpdatedSite = z.infer<typeof updatedSiteSchema>;

/** A row has only the requested columns; times are ISO 8601, and numbers are text. */
const rowSchema = z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]));

/** The key belongs to one account: a repeat with it answers the first result. */
export const idempotencyKeySchema = z.string().min(1).max(limits.idempotencyKeyMaxLength);

export const siteMessages = {
  /** Publishes a page for the calling account. With an idempotency key a repeat answers the first result. */
  createSite: defineMessage('sites.createSite', {
    request: z.object({
      /** It is empty if the content is an upload. */
      htmlContent: z.string(),
      htmlUtf8: z.instanceof(Uint8Array).optional(),
      uploadId: z.uuid().optional(),
      /** The text is HTML if it is left out. */
      format: pageFormatSchema.optional(),
      customPath: z.string().optional(),
      expiresInDays: lifetimeSchema.optional(),
      ...pageSettingsSchema.shape,
      idempotencyKey: idempotencyKeySchema.optional(),
      source: callerSourceSchema.optional(),
    }),
    longText: { text: 'htmlContent', utf8: 'htmlUtf8' },
    reply: z.object({ site: publishedSiteSchema }),
    errors: [
      // The gateway sends no request without an account here; the service checks it again.
      'TOKEN_INVALID',
      'HTML_BLANK',
      'HTML_TOO_LARGE',
      'HTML_NOT_TEXT',
      ...componentFaults,
      'PAGE_REFUSED',
      'PATH_INVALID',
      'PATH_TAKEN',
      'PATH_RESERVED',
      'OWN_ORIGINS_REQUIRED',
      'REGISTRATION_REQUIRED',
      'IDEMPOTENCY_KEY_REUSED',
      'STORAGE_QUOTA_EXCEEDED',
      'STORAGE_FULL',
      ...uploadRefusals,
    ],
  }),
  /** Checks a page as `createSite` does, and publishes nothing. */
  checkPage: defineMessage('sites.checkPage', {
    request: z.object({
      htmlContent: z.string(),
      htmlUtf8: z.instanceof(Uint8Array).optional(),
      format: pageFormatSchema.optional(),
    }),
    longText: { text: 'htmlContent', utf8: 'htmlUtf8' },
    reply: z.object({ check: pageCheckSchema }),
    errors: ['HTML_BLANK', 'HTML_TOO_LARGE', 'HTML_NOT_TEXT', ...componentFaults],
  }),
  /** Returns the page behind a path as viewers get it. */
  serveSite: defineMessage('sites.serveSite', {
    request: z.object({ path: z.string() }),
    reply: z.object({
      site: z.object({
        title: z.string(),
        /** It is the `index.html` of a page of files; empty if there is none, or it is too large. */
        htmlContent: z.string(),
        /** The page has several files. */
        kind: z.literal('files').optional(),
        /** Visitors first see a notice. */
        underReview: z.literal(true).optional(),
      }),
    }),
    longReply: { member: 'htmlContent', maxBytes: () => limits.htmlMaxBytes },
    errors: ['SITE_NOT_FOUND', 'SITE_EXPIRED', 'SITE_STOPPED'],
  }),
  /** Returns a code for the page, with its password. Every page that cannot be opened so is answered alike. */
  openSite: defineMessage('sites.openSite', {
    request: openSiteRoute.body,
    reply: z.object({ code: z.string() }),
    errors: ['PAGE_PASSWORD_WRONG'],
  }),
  /** Counts the live pages of all accounts. */
  countActiveSites: defineMessage('sites.countActiveSites', { reply: z.object({ count: z.int().nonnegative() }) }),
  /** Tells whether the caller could have this path now. */
  checkPath: defineMessage('sites.checkPath', {
    request: z.object({ path: z.string() }),
    reply: z.object({ available: z.boolean() }),
    errors: ['PATH_INVALID', 'PATH_RESERVED'],
  }),
  /**
   * Lists the caller's own rows; the service key sees all, visitors none. At most 1,000 are returned: if that ends a
   * list, `total` is always given (206 with Content-Range). Above 8 MiB as JSON it is refused, like a change that
   * answers its rows.
   */
  listSites: defineMessage('sites.listSites', {
    request: siteListSchema,
    reply: z.object({ rows: z.array(rowSchema), total: z.int().optional() }),
    longReply: {
      member: 'html_content',
      maxBytes: ({ want, ...rows }) => (want === 'totalOnly' ? 0 : pageBytesOf(rows)),
    },
    errors: ['42703', '22P02', '22007', 'PGRST103', 'PGRST116', 'PAYLOAD_TOO_LARGE', 'REGISTRATION_REQUIRED'],
  }),
  /** Changes all of the caller's own rows that the filters match, or none if it is refused. At most 1,000 (PGRST124). */
  updateSites: defineMessage('sites.updateSites', {
    request: siteChangesSchema,
    reply: z.object({ rows: z.array(rowSchema), total: z.int() }),
    longReply: {
      member: 'html_content',
      maxBytes: ({ returning, ...rows }) => pageBytesOf({ ...rows, columns: returning }),
    },
    errors: [
      ...(['42501', '42703', '22P02', '22007', '21000', 'PGRST204', 'PGRST116', 'PGRST124'] as const),
      ...([
        'PATH_INVALID',
        'PATH_TAKEN',
        'PATH_RESERVED',
        'OWN_ORIGINS_REQUIRED',
        'EXPIRY_NOT_ALLOWED',
        'REGISTRATION_REQUIRED',
        'SITE_STOPPED',
        'PAGE_REFUSED',
      ] as const),
      ...(['PAYLOAD_TOO_LARGE', 'STORAGE_QUOTA_EXCEEDED', 'RATE_LIMITED'] as const),
    ],
  }),
  /** Deletes the caller's own rows that the filters match, at most 1,000 (PGRST124). */
  deleteSites: defineMessage('sites.deleteSites', {
    request: siteFiltersSchema,
    reply: z.object({ rows: z.array(rowSchema), total: z.int() }),
    longReply: {
      member: 'html_content',
      maxBytes: ({ returning, ...rows }) => pageBytesOf({ ...rows, columns: returning }),
    },
    errors: [
      ...(['42501', '42703', '22P02', '22007', '21000', 'PGRST116', 'PGRST124'] as const),
      ...(['REGISTRATION_REQUIRED', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'] as const),
    ],
  }),
  /** Removes artifacts of the caller's own sites from storage. Others are left out of the reply. */
  removeArtifacts: defineMessage('sites.removeArtifacts', {
    request: z.object({ storagePaths: z.array(z.string()).min(1).max(1000) }),
    reply: z.object({ removed: z.array(z.string()) }),
    errors: ['REGISTRATION_REQUIRED', 'RATE_LIMITED'],
  }),
};
