import { z } from 'zod';
import { isNullableSiteColumn, type SiteColumn, siteColumns } from './site-columns.js';
import { sessionAnswerSchema } from '../auth/auth-http.js';
import { pageFindingSchema, pageSecretSchema } from '../page-rules/page-rules.js';
import { currentVersionSchema } from '../page-version.js';
import { proofChallengeSchema } from '../proof-http.js';

/** `POST /functions/v1/create-site`. Unknown members are ignored, null means absent. */
export const createSiteBodySchema = z.object({
  html_content: z.string(),
  user_id: z.uuid().nullish(),
  custom_path: z.string().nullish(),
  noindex: z.boolean().nullish(),
});
export type CreateSiteBody = z.input<typeof createSiteBodySchema>;

/** A page of the caller's that is live. */
export const ownSiteSchema = z.object({
  id: z.uuid(),
  path: z.string(),
  title: z.string(),
  url: z.url(),
  expires_at: z.iso.datetime(),
  /** What looks like a secret key, which visitors can read; a warning. Absent where none was found. */
  secrets: z.array(pageSecretSchema).optional(),
  /** Visitors first see a notice that the page is being checked. Absent where they do not. */
  under_review: z.literal(true).optional(),
});

export const createSiteAnswerSchema = z.object({
  success: z.literal(true),
  site: ownSiteSchema,
  /** Present when the call had no account and one was made for it. */
  session: sessionAnswerSchema.optional(),
});
export type CreateSiteAnswer = z.infer<typeof createSiteAnswerSchema>;

/** `GET /functions/v1/serve-site?path=` */
export const serveSiteAnswerSchema = z.object({
  success: z.literal(true),
  site: z.object({
    title: z.string(),
    html_content: z.string(),
    /** The share link first shows a notice that the page is being checked. */
    under_review: z.literal(true).optional(),
  }),
});
export type ServeSiteAnswer = z.infer<typeof serveSiteAnswerSchema>;

/** `GET /functions/v1/check-path?path=`: whether the caller could have this path at this moment. */
export const checkPathAnswerSchema = z.object({ success: z.literal(true), available: z.boolean() });
export type CheckPathAnswer = z.infer<typeof checkPathAnswerSchema>;

const columnSchemas = {
  uuid: z.uuid(),
  text: z.string(),
  boolean: z.boolean(),
  timestamptz: z.iso.datetime(),
  integer: z.int(),
};

/** A row of `sites` as the data API answers it. */
export const siteRowSchema = z.object(
  Object.fromEntries(
    Object.entries(siteColumns).map(([name, type]): [string, z.ZodType] => {
      const schema = columnSchemas[type];
      return [name, isNullableSiteColumn(name as SiteColumn) ? schema.nullable() : schema];
    }),
  ),
);

/** `DELETE /storage/v1/object/html-sites` */
export const removeObjectsBodySchema = z.object({
  // Postgres's text has no NUL.
  prefixes: z
    .array(z.string().regex(/^[^\0]*$/, 'names have no NUL'))
    .min(1)
    .max(1000),
});
export const removedObjectsSchema = z.array(z.object({ name: z.string(), bucket_id: z.string() }));

/** Every refusal under `/functions/v1`. */
export const functionErrorSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** Of `VERSION_CONFLICT`: the version that the page has. */
  current: currentVersionSchema.optional(),
  /** Of `PAGE_REFUSED`: which rules matched, what they say in Japanese, and where they matched. */
  findings: z.array(pageFindingSchema.extend({ text: z.string() })).optional(),
  /** Of `PROOF_REQUIRED`: what to solve. */
  challenge: proofChallengeSchema.optional(),
});
export type FunctionError = z.infer<typeof functionErrorSchema>;
