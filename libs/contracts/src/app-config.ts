import { z } from 'zod';
import { sitePolicySchema } from './site-rules/site-policy.js';

/** `GET /config.json`: what one image of the web app needs to know of its environment. */
export const appConfigSchema = z.object({
  productName: z.string(),
  /** Origin of the app and its API. */
  origin: z.url(),
  /** Where a page is found, whatever its path; `{path}` is replaced. It may redirect to the page's own origin. */
  shareUrlPattern: z.string(),
  /** The host of pages and, where each page has an origin of its own, how it is made: what `PageAddresses` takes. */
  pagesOrigin: z.url().optional(),
  ownOriginPattern: z.string().optional(),
  anonKey: z.string(),
  limits: z.object({ htmlMaxBytes: z.int(), siteLifetimeDays: z.int(), siteCountRefreshMs: z.int() }),
  /** Who may do what with sites; the contracts' own table where it is left out. */
  sitePolicy: sitePolicySchema.optional(),
});
export type AppConfig = z.infer<typeof appConfigSchema>;
