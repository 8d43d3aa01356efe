import { z } from 'zod';
import { limits } from './limits.js';
import { pageFormatSchema } from './page-format.js';

/** A client names itself so in `x-haru-source`. */
const callerSources = ['web', 'api', 'cli', 'mcp'] as const;
export const callerSourceSchema = z.enum(callerSources);
export type CallerSource = z.infer<typeof callerSourceSchema>;

/** A version of a page came from one of these. */
const versionSourceSchema = z.enum([...callerSources, 'restore']);
export type VersionSource = z.infer<typeof versionSourceSchema>;

/** Versions count from 1; the largest is Postgres's `integer`. */
export const versionNumberSchema = z.int().min(1).max(2_147_483_647);

export const versionLabelSchema = z
  .string()
  .trim()
  .min(1)
  .max(limits.versionLabelMaxLength)
  // Postgres can store neither.
  .refine((text) => !text.includes('\0') && text.isWellFormed());

/** A refused update names the page's present version so. */
export const currentVersionSchema = z.object({
  version: versionNumberSchema,
  created_at: z.iso.datetime(),
  source: versionSourceSchema,
});
export type CurrentVersion = z.infer<typeof currentVersionSchema>;

export const siteVersionSchema = currentVersionSchema.extend({
  title: z.string(),
  /** It is absent for HTML, and for files. */
  format: pageFormatSchema.optional(),
  /** The bytes are those of the source as UTF-8. */
  bytes: z.int().nonnegative(),
  label: z.string().nullable(),
  /** The API key that published it had this name; it is absent if there was none. */
  key_name: z.string().optional(),
  is_current: z.boolean(),
});
export type SiteVersion = z.infer<typeof siteVersionSchema>;

/** This is the `ETag` of a version, which `If-Match` takes. */
export function versionTag(version: number): string {
  return `"v${version}"`;
}
