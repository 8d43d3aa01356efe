import { z } from 'zod';
import { defineMessage } from '../define-message.js';
import { limits } from '../limits.js';

export const publishedSiteSchema = z.object({
  id: z.uuid(),
  path: z.string(),
  title: z.string(),
  expiresAt: z.iso.datetime(),
});
export type PublishedSite = z.infer<typeof publishedSiteSchema>;

export const siteMessages = {
  /** Publishes a page for the calling account. With an idempotency key a repeat answers the first result. */
  createSite: defineMessage({
    pattern: 'sites.createSite',
    request: z.object({
      htmlContent: z.string(),
      customPath: z.string().optional(),
      idempotencyKey: z.string().min(1).max(limits.idempotencyKeyMaxLength).optional(),
    }),
    reply: z.object({ site: publishedSiteSchema }),
    errors: [
      'HTML_BLANK',
      'HTML_TOO_LARGE',
      'HTML_NOT_TEXT',
      'PATH_INVALID',
      'PATH_TAKEN',
      'REGISTRATION_REQUIRED',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),
  /** The page behind a path, as it was pasted. */
  serveSite: defineMessage({
    pattern: 'sites.serveSite',
    request: z.object({ path: z.string() }),
    reply: z.object({ site: z.object({ title: z.string(), htmlContent: z.string() }) }),
    errors: ['SITE_NOT_FOUND', 'SITE_EXPIRED'],
  }),
  /** How many pages are live, everybody's. */
  countActiveSites: defineMessage({
    pattern: 'sites.countActiveSites',
    request: z.object({}),
    reply: z.object({ count: z.int().nonnegative() }),
    errors: [],
  }),
};
