import { z } from 'zod';

/** `GET /config.json`: what one image of the web app needs to know of its environment. */
export const appConfigSchema = z.object({
  productName: z.string(),
  /** Origin of the app and its API. */
  origin: z.url(),
  /** Where a page is shown; `{path}` is replaced. */
  shareUrlPattern: z.string(),
  anonKey: z.string(),
  limits: z.object({ htmlMaxBytes: z.int(), siteLifetimeDays: z.int(), siteCountRefreshMs: z.int() }),
});
export type AppConfig = z.infer<typeof appConfigSchema>;
