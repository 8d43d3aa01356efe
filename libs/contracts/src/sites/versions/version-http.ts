import { z } from 'zod';
import { nullableSettings } from '../page-settings.js';
import { hasOneContent, oneContent, ownSiteSchema } from '../site-http.js';
import { declaredFileSchema } from '../uploads/upload-messages.js';
import { pageFormatSchema } from '../../page-format.js';
import { siteVersionSchema, versionLabelSchema, versionNumberSchema } from '../../page-version.js';
import { defineRoute } from '../../wire/define-route.js';

const success = z.literal(true);

/** `POST /functions/v1/update-site`. The base is named here or by `If-Match`; `If-Match: *` replaces any version. */
export const updateSiteBodySchema = z
  .object({
    id: z.uuid(),
    /** It is absent if the content is an upload. */
    html_content: z.string().nullish(),
    upload_id: z.uuid().nullish(),
    /** Without it a whole HTML page is HTML, and so is a text that begins with a tag unless the page's text does. */
    format: pageFormatSchema.nullish(),
    label: versionLabelSchema.nullish(),
    base_version: versionNumberSchema.nullish(),
    /** They change together with the content. */
    ...nullableSettings,
  })
  .refine(hasOneContent, oneContent);

/** `update-site` and `restore-version` answer this; `ETag` has the version, too. */
export const updateSiteAnswerSchema = z.object({
  success,
  site: ownSiteSchema.extend({
    version: versionNumberSchema,
    /** It is false if the page had this content already: then there is no new version. */
    is_changed: z.boolean(),
  }),
});
export type UpdateSiteAnswer = z.infer<typeof updateSiteAnswerSchema>;

export const siteVersionsAnswerSchema = z.object({
  success,
  versions: z.array(siteVersionSchema),
  next: z.string().nullable(),
});
export type SiteVersionsAnswer = z.infer<typeof siteVersionsAnswerSchema>;

/** `GET /functions/v1/site-version?id=&version=` */
const siteVersionQuerySchema = z.object({ id: z.uuid(), version: z.coerce.number().pipe(versionNumberSchema) });
export const siteVersionAnswerSchema = z.object({
  success,
  site: siteVersionSchema
    .pick({ version: true, title: true, created_at: true, source: true, label: true, format: true })
    .extend({
      id: z.uuid(),
      /** It is empty if the version has files. */
      html_content: z.string(),
      files: z.array(declaredFileSchema).optional(),
    }),
});
export type SiteVersionAnswer = z.infer<typeof siteVersionAnswerSchema>;

export const siteFileAnswerSchema = z.object({
  success,
  file: declaredFileSchema.extend({
    /** It needs no credential, and is valid for `limits.fileTicketMinutes`. */
    url: z.url(),
    expires_at: z.iso.datetime(),
  }),
});
export type SiteFileAnswer = z.infer<typeof siteFileAnswerSchema>;

/** It is also the answer of `GET /functions/v1/account-archive`, whose archive has all pages of the account. */
export const archiveAddressSchema = z.object({
  success,
  archive: z.object({
    /** A ZIP archive is here. It needs no credential, and is valid for `limits.fileTicketMinutes`. */
    url: z.url(),
    expires_at: z.iso.datetime(),
  }),
});
export type ArchiveAddress = z.infer<typeof archiveAddressSchema>;

export const labelVersionAnswerSchema = z.object({ success, version: siteVersionSchema });
export type LabelVersionAnswer = z.infer<typeof labelVersionAnswerSchema>;

export const eraseVersionAnswerSchema = z.object({ success });

export const versionRoutes = {
  updateSite: defineRoute('POST /functions/v1/update-site', 'account', {
    scope: 'edit',
    editKeys: true,
    body: updateSiteBodySchema,
    answer: updateSiteAnswerSchema,
  }),
  /** Without a base it replaces any version. */
  restoreVersion: defineRoute('POST /functions/v1/restore-version', 'account', {
    scope: 'edit',
    editKeys: true,
    body: z.object({
      id: z.uuid(),
      version: versionNumberSchema,
      base_version: versionNumberSchema.nullish(),
    }),
    answer: updateSiteAnswerSchema,
  }),
  /** It lists the newest first. */
  listVersions: defineRoute('GET /functions/v1/site-versions', 'account', {
    scope: 'read',
    editKeys: true,
    query: z.object({
      id: z.uuid(),
      /** This is the `next` of the page before. */
      after: z.coerce.number().pipe(versionNumberSchema).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: siteVersionsAnswerSchema,
  }),
  getVersion: defineRoute('GET /functions/v1/site-version', 'account', {
    scope: 'read',
    editKeys: true,
    query: siteVersionQuerySchema,
    answer: siteVersionAnswerSchema,
  }),
  /** It leads to the bytes of a file. */
  getFile: defineRoute('GET /functions/v1/site-file', 'account', {
    scope: 'read',
    editKeys: true,
    query: siteVersionQuerySchema.extend({ path: z.string().min(1).max(1_024) }),
    answer: siteFileAnswerSchema,
  }),
  /** Without a version it is the current one. */
  getArchive: defineRoute('GET /functions/v1/site-archive', 'account', {
    scope: 'read',
    editKeys: true,
    query: siteVersionQuerySchema.partial({ version: true }),
    answer: archiveAddressSchema,
  }),
  getAccountArchive: defineRoute('GET /functions/v1/account-archive', 'account', { answer: archiveAddressSchema }),
  /** Null removes the label. */
  labelVersion: defineRoute('POST /functions/v1/label-version', 'account', {
    scope: 'edit',
    editKeys: true,
    body: z.object({
      id: z.uuid(),
      version: versionNumberSchema,
      label: versionLabelSchema.nullable(),
    }),
    answer: labelVersionAnswerSchema,
  }),
  eraseVersion: defineRoute('POST /functions/v1/erase-version', 'account', {
    scope: 'delete',
    body: z.object({ id: z.uuid(), version: versionNumberSchema }),
    answer: eraseVersionAnswerSchema,
  }),
};
