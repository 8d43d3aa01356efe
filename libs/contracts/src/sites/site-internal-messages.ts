import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';

/** A mail names a page that expires soon so. */
export const expiringSiteSchema = z.object({ title: z.string(), expiresAt: z.iso.datetime() });

/** The range runs from `from` until before `to`. */
const rangeSchema = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });

/** Other services send these to sites-service; no route of the gateway leads here. */
export const siteInternalMessages = {
  /** Finds which of these accounts have a page that is live, would be if it were not stopped, or can be restored. */
  findOwnersOfLiveSites: defineMessage('sites.findOwnersOfLiveSites', {
    request: z.object({ accountIds: z.array(z.uuid()).max(1000) }),
    reply: z.object({ accountIds: z.array(z.uuid()) }),
  }),
  /**
   * Lists registered accounts with live pages that expire in one of the ranges, a batch at a time; `next` continues,
   * and null is the end. An account may be in several batches, each time with all of its pages.
   */
  findExpiringSites: defineMessage('sites.findExpiringSites', {
    request: z.object({ ranges: z.array(rangeSchema).min(1).max(4), after: z.string().max(100).optional() }),
    reply: z.object({
      /** `sites` are the first to expire. */
      accounts: z.array(z.object({ accountId: z.uuid(), total: z.int(), sites: z.array(expiringSiteSchema) })),
      next: z.string().nullable(),
    }),
  }),
};
