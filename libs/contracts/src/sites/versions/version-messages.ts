import { z } from 'zod';
import { pageSettingsSchema } from '../page-settings.js';
import { limits } from '../../limits.js';
import { defineMessage } from '../../wire/define-message.js';
import { idempotencyKeySchema, updatedSiteSchema } from '../site-messages.js';
import { declaredFileSchema, uploadRefusals } from '../uploads/upload-messages.js';
import { componentFaults, pageFormatSchema } from '../../page-format.js';
import { callerSourceSchema, siteVersionSchema, versionLabelSchema, versionNumberSchema } from '../../page-version.js';

const versionSchema = z.object({ id: z.uuid(), version: versionNumberSchema });

const archiveTicketSchema = z.object({ ticket: z.string(), expiresAt: z.iso.datetime() });

/** A version of a page cannot be reached for one of these reasons. */
const unreachable = ['SITE_NOT_FOUND', 'SITE_STOPPED', 'REGISTRATION_REQUIRED'] as const;
const refusedUpdates = [
  ...unreachable,
  ...(['TOKEN_INVALID', 'SITE_EXPIRED', 'VERSION_CONFLICT', 'STORAGE_QUOTA_EXCEEDED', 'STORAGE_FULL'] as const),
  ...(['IDEMPOTENCY_KEY_REUSED', 'PAGE_REFUSED'] as const),
  ...uploadRefusals,
] as const;

export const versionMessages = {
  /** Changes the content of a page. Equal content makes no new version. */
  updateSite: defineMessage('sites.updateSite', {
    request: z.object({
      id: z.uuid(),
      /** It is empty if the content is an upload. */
      htmlContent: z.string(),
      htmlUtf8: z.instanceof(Uint8Array).optional(),
      uploadId: z.uuid().optional(),
      /** Without it a whole HTML page is HTML, and so is a text that begins with a tag unless the page's text does. */
      format: pageFormatSchema.optional(),
      label: versionLabelSchema.optional(),
      /** They change together with the content. */
      ...pageSettingsSchema.shape,
      /** The caller edited this version; null: whichever the page has. */
      baseVersion: versionNumberSchema.nullable().optional(),
      idempotencyKey: idempotencyKeySchema.optional(),
      source: callerSourceSchema.optional(),
    }),
    longText: { text: 'htmlContent', utf8: 'htmlUtf8' },
    reply: z.object({ site: updatedSiteSchema }),
    errors: [
      ...refusedUpdates,
      ...componentFaults,
      'OWN_ORIGINS_REQUIRED',
      ...(['HTML_BLANK', 'HTML_TOO_LARGE', 'HTML_NOT_TEXT', 'BASE_VERSION_REQUIRED', 'TOO_MANY_LABELS'] as const),
    ],
  }),
  /** Makes a new version with the content of an old one. Path, expiry and noindex stay. */
  restoreVersion: defineMessage('sites.restoreVersion', {
    request: versionSchema.extend({
      baseVersion: versionNumberSchema.nullable().optional(),
      idempotencyKey: idempotencyKeySchema.optional(),
    }),
    reply: z.object({ site: updatedSiteSchema }),
    errors: [...refusedUpdates, 'VERSION_NOT_FOUND'],
  }),
  /** Lists the newest first. */
  listVersions: defineMessage('sites.listVersions', {
    request: z.object({ id: z.uuid(), after: versionNumberSchema.optional(), limit: z.int().min(1).max(100) }),
    reply: z.object({ versions: z.array(siteVersionSchema), next: z.string().nullable() }),
    errors: unreachable,
  }),
  /** Returns a version with its page, as it was pasted, or with the list of its files. */
  getVersion: defineMessage('sites.getVersion', {
    request: versionSchema,
    reply: z.object({
      version: siteVersionSchema,
      /** It is empty if the version has files. */
      htmlContent: z.string(),
      files: z.array(declaredFileSchema).optional(),
    }),
    longReply: { member: 'htmlContent', maxBytes: () => limits.htmlMaxBytes },
    errors: [...unreachable, 'VERSION_NOT_FOUND'],
  }),
  /** Returns a ticket with which a client can read one file of a version for some minutes. */
  getFile: defineMessage('sites.getFile', {
    request: versionSchema.extend({ path: z.string() }),
    reply: z.object({ file: declaredFileSchema, ticket: z.string(), expiresAt: z.iso.datetime() }),
    errors: [...unreachable, 'VERSION_NOT_FOUND', 'FILE_NOT_FOUND'],
  }),
  /** Returns a ticket with which a client can download a version as a ZIP archive for some minutes. */
  getArchive: defineMessage('sites.getArchive', {
    /** Without a version it is the current one. */
    request: z.object({ id: z.uuid(), version: versionNumberSchema.optional() }),
    reply: archiveTicketSchema.extend({ title: z.string() }),
    errors: [...unreachable, 'VERSION_NOT_FOUND'],
  }),
  /** Does the same for all pages of the calling account. */
  getAccountArchive: defineMessage('sites.getAccountArchive', {
    reply: archiveTicketSchema,
    errors: ['TOKEN_INVALID'],
  }),
  /** Retention keeps labelled versions. */
  labelVersion: defineMessage('sites.labelVersion', {
    request: versionSchema.extend({ label: versionLabelSchema.nullable() }),
    reply: z.object({ version: siteVersionSchema }),
    errors: [...unreachable, 'VERSION_NOT_FOUND', 'TOO_MANY_LABELS', 'RATE_LIMITED'],
  }),
  /** Deletes an old version, which may contain what was published by mistake. */
  eraseVersion: defineMessage('sites.eraseVersion', {
    request: versionSchema,
    errors: [...unreachable, 'VERSION_NOT_FOUND', 'VERSION_IS_CURRENT', 'RATE_LIMITED'],
  }),
};
