import { z } from 'zod';
import { ownOriginsFor } from './page-addresses/page-addresses.js';
import { sitePolicySchema } from './site-rules/site-policy.js';

/** With `GET /config.json` one image of the web app learns its environment. */
export const appConfigSchema = z.object({
  productName: z.string(),
  /** This is the origin of the app and its API. */
  origin: z.url(),
  /** A page is found here, whatever its path; `{path}` is replaced. It may redirect to the page's own origin. */
  shareUrlPattern: z.string(),
  /** `PageAddresses` takes these: the host of pages and, if pages have origins of their own, their pattern. */
  pagesOrigin: z.url().optional(),
  ownOriginPattern: z.string().optional(),
  ownOriginsFor: z.enum(ownOriginsFor).optional(),
  anonKey: z.string(),
  limits: z.object({ htmlMaxBytes: z.int(), siteLifetimeDays: z.int(), siteCountRefreshMs: z.int() }),
  /** This states who may do what with sites; the contracts' own table applies if it is left out. */
  sitePolicy: sitePolicySchema.optional(),
});
export type AppConfig = z.infer<typeof appConfigSchema>;
