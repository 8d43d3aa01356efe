import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';
import { defineBroadcast } from '../wire/define-message.js';

/** A page was published; its aggregate is the site's id. */
export const sitePublished = defineEvent('sitePublished', {
  payload: z.object({ siteId: z.uuid() }),
  consumers: ['sites'],
});

/** The content of a page changed. */
export const siteUpdated = defineEvent('siteUpdated', {
  payload: z.object({
    siteId: z.uuid(),
    path: z.string(),
    storagePath: z.string(),
    formerStoragePath: z.string(),
  }),
  consumers: ['sites'],
});

const endedSiteSchema = z.object({ id: z.uuid(), path: z.string() });

/** Sites were deleted or purged: their rows are gone. One event covers all that were deleted together. */
export const siteDeleted = defineEvent('siteDeleted', {
  payload: z.object({ sites: z.array(endedSiteSchema.extend({ storagePath: z.string() })).min(1) }),
  consumers: ['sites'],
});

/** Sites reached their expiry and were marked. They can still be extended. One event covers a batch. */
export const siteExpired = defineEvent('siteExpired', {
  payload: z.object({ sites: z.array(endedSiteSchema).min(1) }),
  consumers: ['sites'],
});

/**
 * The answer to visitors at these paths changed: the site was moved, extended, hidden from search engines, stopped or
 * restored. Publishing and deleting have events of their own.
 */
export const siteStateChanged = defineEvent('siteStateChanged', {
  payload: z.object({ paths: z.array(z.string()).min(1) }),
  consumers: ['sites'],
});

/** The owner asked for artifacts to be removed from storage. */
export const artifactsDiscarded = defineEvent('artifactsDiscarded', {
  payload: z.object({ storagePaths: z.array(z.string()).min(1) }),
  consumers: ['sites'],
});

/** Viewers' caches of these paths are outdated: path, noindex, expiry, content, or the whole site. */
export const siteChanged = defineBroadcast('sites.siteChanged', z.object({ paths: z.array(z.string()) }));
