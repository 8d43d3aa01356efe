import { z } from 'zod';
import { limits } from './limits.js';

/** What a client says of itself in `x-haru-source`. */
const callerSources = ['web', 'api', 'cli', 'mcp'] as const;
export const callerSourceSchema = z.enum(callerSources);
export type CallerSource = z.infer<typeof callerSourceSchema>;

/** Where a version of a page came from. */
const versionSourceSchema = z.enum([...callerSources, 'restore']);
export type VersionSource = z.infer<typeof versionSourceSchema>;

/** Versions count from 1; the largest is Postgres's `integer`. */
export const versionNumberSchema = z.int().min(1).max(2_147_483_647);

export const versionLabelSchema = z
  .string()
  .trim()
  .min(1)
  .max(limits.versionLabelMaxLength)
  // Postgres keeps neither.
  .refine((text) => !text.includes('\0') && text.isWellFormed());

/** The version that a page has, as a refused update says it. */
export const currentVersionSchema = z.object({
  version: versionNumberSchema,
  created_at: z.iso.datetime(),
  source: versionSourceSchema,
});
export type CurrentVersion = z.infer<typeof currentVersionSchema>;

/** A version in a list. */
export const siteVersionSchema = currentVersionSchema.extend({
  title: z.string(),
  /** Of the pasted HTML as UTF-8. */
  bytes: z.int().nonnegative(),
  label: z.string().nullable(),
  is_current: z.boolean(),
});
export type SiteVersion = z.infer<typeof siteVersionSchema>;

/** The `ETag` of a version, which `If-Match` takes. */
export function versionTag(version: number): string {
  return `"v${version}"`;
}
