import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';
import { defineBroadcast } from '../wire/define-message.js';

/** A page was published; its aggregate is the site's id. */
export const sitePublished = defineEvent({
  name: 'sitePublished',
  payload: z.object({ siteId: z.uuid() }),
  consumers: ['sites'],
});

/** A page got another content. */
export const siteUpdated = defineEvent({
  name: 'siteUpdated',
  payload: z.object({
    siteId: z.uuid(),
    path: z.string(),
    storagePath: z.string(),
    formerStoragePath: z.string(),
  }),
  consumers: ['sites'],
});

const endedSiteSchema = z.object({ id: z.uuid(), path: z.string() });

/** Sites were deleted or purged: their rows are gone. One event for all that went together. */
export const siteDeleted = defineEvent({
  name: 'siteDeleted',
  payload: z.object({ sites: z.array(endedSiteSchema.extend({ storagePath: z.string() })).min(1) }),
  consumers: ['sites'],
});

/** Sites reached their expiry and were marked. They can still be extended. One event for a batch. */
export const siteExpired = defineEvent({
  name: 'siteExpired',
  payload: z.object({ sites: z.array(endedSiteSchema).min(1) }),
  consumers: ['sites'],
});

/**
 * What visitors get at these paths changed: moved, extended, hidden from search engines, stopped, restored. Publishing
 * and deleting have events of their own.
 */
export const siteStateChanged = defineEvent({
  name: 'siteStateChanged',
  payload: z.object({ paths: z.array(z.string()).min(1) }),
  consumers: ['sites'],
});

/** The owner asked for artifacts to be taken out of storage. */
export const artifactsDiscarded = defineEvent({
  name: 'artifactsDiscarded',
  payload: z.object({ storagePaths: z.array(z.string()).min(1) }),
  consumers: ['sites'],
});

/** What viewers know of these paths is out of date: path, noindex, expiry, content, or the whole site. */
export const siteChanged = defineBroadcast({
  pattern: 'sites.siteChanged',
  payload: z.object({ paths: z.array(z.string()) }),
});
