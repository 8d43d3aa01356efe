import { z } from 'zod';
import { limits } from '../../limits.js';
import { defineMessage } from '../../wire/define-message.js';
import { ownSiteSchema } from '../site-http.js';
import { publishedSiteSchema } from '../site-messages.js';
import { defineRoute } from '../../wire/define-route.js';

/** The caller can restore this page. Times are ISO 8601. */
export const endedSiteSchema = z.object({
  id: z.uuid(),
  path: z.string(),
  title: z.string(),
  /** A deleted page is stored for a week, an expired one for 30 days. */
  state: z.enum(['deleted', 'expired']),
  /** It is null for an expired page that was not deleted. */
  deleted_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime(),
  /** The page is removed for good at this time. */
  purge_at: z.iso.datetime(),
});
export type EndedSite = z.infer<typeof endedSiteSchema>;

/** These are about deleted or expired pages, and old versions of pages. */
export const recoveryMessages = {
  /** Lists the caller's own, the latest end first, a page at a time. Stopped pages are left out. */
  listDeletedSites: defineMessage('sites.listDeletedSites', {
    request: z.object({ after: z.string().max(100).optional() }),
    /** `next` is the value for `after`, if there are more. */
    reply: z.object({ sites: z.array(endedSiteSchema), next: z.string().nullable() }),
    errors: ['REGISTRATION_REQUIRED', 'VALIDATION_FAILED'],
  }),
  /**
   * Shows a deleted page again, with the rest of its lifetime, or an expired one for ten more days. A page that is live
   * stays as it is, so that a repeat succeeds.
   */
  restoreOwnSite: defineMessage('sites.restoreOwnSite', {
    request: z.object({ id: z.uuid() }),
    reply: z.object({ site: publishedSiteSchema }),
    errors: [
      ...(['SITE_NOT_FOUND', 'SITE_STOPPED', 'PATH_TAKEN', 'REGISTRATION_REQUIRED'] as const),
      ...(['STORAGE_QUOTA_EXCEEDED', 'PAGE_REFUSED', 'RATE_LIMITED'] as const),
    ],
  }),
  /** Removes a deleted or expired page for good. */
  purgeSite: defineMessage('sites.purgeSite', {
    request: z.object({ id: z.uuid() }),
    errors: ['SITE_NOT_FOUND', 'SITE_STOPPED', 'SITE_IS_LIVE', 'REGISTRATION_REQUIRED', 'RATE_LIMITED'],
  }),
  /** Makes an address that shows one version for some minutes: signed on the pages host, or a host for files. */
  previewVersion: defineMessage('sites.previewVersion', {
    request: z.object({ id: z.uuid(), version: z.int().min(1).max(2_147_483_647) }),
    reply: z.object({
      token: z.string(),
      /** Then the token is the name of the preview's host. */
      kind: z.literal('files').optional(),
      expiresAt: z.iso.datetime(),
    }),
    errors: ['SITE_NOT_FOUND', 'SITE_STOPPED', 'VERSION_NOT_FOUND', 'REGISTRATION_REQUIRED'],
  }),
};

export const deletedSitesAnswerSchema = recoveryMessages.listDeletedSites.reply.extend({ success: z.literal(true) });
export type DeletedSitesAnswer = z.infer<typeof deletedSitesAnswerSchema>;

/** `POST /functions/v1/restore-site` and `POST /functions/v1/purge-site` */
export const siteIdBodySchema = z.object({ id: z.uuid() });

export const restoreSiteAnswerSchema = z.object({ success: z.literal(true), site: ownSiteSchema });
export type RestoreSiteAnswer = z.infer<typeof restoreSiteAnswerSchema>;

export const purgeSiteAnswerSchema = z.object({ success: z.literal(true) });
export type PurgeSiteAnswer = z.infer<typeof purgeSiteAnswerSchema>;

export const previewVersionAnswerSchema = z.object({
  success: z.literal(true),
  /**
   * The address is on the pages host and valid for `limits.previewMinutes`. A version with several files has a host of
   * its own, for `limits.fileTicketMinutes` and only in a frame of the app.
   */
  url: z.url(),
  expires_at: z.iso.datetime(),
});
export type PreviewVersionAnswer = z.infer<typeof previewVersionAnswerSchema>;

/** The pages host shows previews here: the token follows. */
export const PREVIEW_PREFIX = '/preview/';

/** A preview address is valid for this many milliseconds. */
export const previewLifetimeMs = limits.previewMinutes * 60_000;

export const recoveryRoutes = {
  listDeletedSites: defineRoute('GET /functions/v1/deleted-sites', 'account', {
    scope: 'read',
    query: recoveryMessages.listDeletedSites.request,
    answer: deletedSitesAnswerSchema,
  }),
  restoreOwnSite: defineRoute('POST /functions/v1/restore-site', 'account', {
    scope: 'delete',
    body: siteIdBodySchema,
    answer: restoreSiteAnswerSchema,
  }),
  purgeSite: defineRoute('POST /functions/v1/purge-site', 'account', {
    scope: 'delete',
    body: siteIdBodySchema,
    answer: purgeSiteAnswerSchema,
  }),
  previewVersion: defineRoute('POST /functions/v1/preview-version', 'account', {
    scope: 'read',
    editKeys: true,
    body: recoveryMessages.previewVersion.request,
    answer: previewVersionAnswerSchema,
  }),
};
