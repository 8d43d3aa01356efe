import { z } from 'zod';
import { isNullableSiteColumn, isOnlyByName, type SiteColumn, siteColumns } from './site-columns.js';
import { sessionAnswerSchema } from '../auth/auth-http.js';
import { limits } from '../limits.js';
import { pageFindingSchema, pageSecretSchema } from '../page-rules/page-rules.js';
import { pageFormatSchema } from '../page-format.js';
import { currentVersionSchema } from '../page-version.js';
import { nullableSettings } from './page-settings.js';
import { visibilitySchema } from './visibility.js';
import { proofChallengeSchema } from '../proof-http.js';

interface Contents {
  html_content?: string | null | undefined;
  upload_id?: string | null | undefined;
}

/** A page comes as a text or as an upload. */
export function hasOneContent({ html_content: text, upload_id: upload }: Contents): boolean {
  return typeof text === 'string' ? typeof upload !== 'string' : typeof upload === 'string';
}
export const oneContent = { message: 'must have either html_content or upload_id', path: ['html_content'] };

/** It is a `Lifetime` that can be chosen while publishing. More than 10 days are for registered accounts. */
export const lifetimeSchema = z.union([
  z.int().min(1).max(limits.siteLifetimeDays),
  z.literal(limits.extensionDays),
  z.literal('permanent'),
]);

/** `POST /functions/v1/create-site`. Unknown members are ignored, null means absent. */
export const createSiteBodySchema = z
  .object({
    /** It is absent if the content is an upload. */
    html_content: z.string().nullish(),
    upload_id: z.uuid().nullish(),
    /** The text is HTML if it is left out. */
    format: pageFormatSchema.nullish(),
    user_id: z.uuid().nullish(),
    custom_path: z.string().nullish(),
    /** It is 10 if it is left out. */
    expires_in_days: lifetimeSchema.nullish(),
    ...nullableSettings,
  })
  .refine(hasOneContent, oneContent);
export type CreateSiteBody = z.input<typeof createSiteBodySchema>;

export const ownSiteSchema = z.object({
  id: z.uuid(),
  path: z.string(),
  title: z.string(),
  url: z.url(),
  /**
   * It shows the page where a client does not find the host of `url`, without what needs an origin of its own. Gateways
   * of 0.2 do not send it.
   */
  fallback_url: z.url().optional(),
  expires_at: z.iso.datetime(),
  /**
   * It is absent if the page is public. Otherwise `url` has the key of a `secret` page, or asks for the `password`.
   */
  visibility: visibilitySchema.optional(),
  /** These texts look like secret keys, which visitors can read; it is a warning. It is absent if none was found. */
  secrets: z.array(pageSecretSchema).optional(),
  /** Visitors first see a notice that the page is being checked. It is absent if they do not. */
  under_review: z.literal(true).optional(),
});

export const createSiteAnswerSchema = z.object({
  success: z.literal(true),
  site: ownSiteSchema,
  /** It is present if the call had no account and one was made for it. */
  session: sessionAnswerSchema.optional(),
});
export type CreateSiteAnswer = z.infer<typeof createSiteAnswerSchema>;

/** `GET /functions/v1/serve-site?path=` */
export const serveSiteAnswerSchema = z.object({
  success: z.literal(true),
  site: z.object({
    title: z.string(),
    /** It is the start page of a page with several files, or a link to the page if that is too large. */
    html_content: z.string(),
    kind: z.literal('files').optional(),
    /** The share link first shows a notice that the page is being checked. */
    under_review: z.literal(true).optional(),
  }),
});
export type ServeSiteAnswer = z.infer<typeof serveSiteAnswerSchema>;

/** `GET /functions/v1/check-path?path=` tells whether the caller could have this path at this moment. */
export const checkPathAnswerSchema = z.object({ success: z.literal(true), available: z.boolean() });
export type CheckPathAnswer = z.infer<typeof checkPathAnswerSchema>;

const columnSchemas = {
  uuid: z.uuid(),
  text: z.string(),
  boolean: z.boolean(),
  timestamptz: z.iso.datetime(),
  integer: z.int(),
};

/** The data API answers a row of `sites` so. */
export const siteRowSchema = z.object(
  Object.fromEntries(
    Object.entries(siteColumns).map(([name, type]): [string, z.ZodType] => {
      const schema = columnSchemas[type];
      const column = name as SiteColumn;
      if (isOnlyByName(column)) return [name, schema.optional()];
      return [name, isNullableSiteColumn(column) ? schema.nullable() : schema];
    }),
  ),
);

/** `DELETE /storage/v1/object/html-sites` */
export const removeObjectsBodySchema = z.object({
  // Postgres's text cannot hold NUL.
  prefixes: z
    .array(z.string().regex(/^[^\0]*$/, 'names have no NUL'))
    .min(1)
    .max(1000),
});
export const removedObjectsSchema = z.array(z.object({ name: z.string(), bucket_id: z.string() }));

/** This is the form of every refusal under `/functions/v1`. */
export const functionErrorSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** `VERSION_CONFLICT` has the page's present version. */
  current: currentVersionSchema.optional(),
  /** `PAGE_REFUSED` lists which rules matched, their Japanese texts, and where they matched. */
  findings: z.array(pageFindingSchema.extend({ text: z.string() })).optional(),
  /** `PROOF_REQUIRED` has the challenge to solve. */
  challenge: proofChallengeSchema.optional(),
});
export type FunctionError = z.infer<typeof functionErrorSchema>;

/** Routes that programs call also say what to do next, in the language of `Accept-Language`: English or Japanese. */
export const programErrorSchema = functionErrorSchema.extend({
  message: z.string(),
  hint: z.string(),
  /** The documentation of the error has this address. */
  docs: z.url(),
});
