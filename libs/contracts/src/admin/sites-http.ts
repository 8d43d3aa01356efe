import { z } from 'zod';
import { bannedContentListSchema, bannedContentSchema } from '../sites/moderation/content-bans.js';
import { adminRoles } from '../wire/request-context.js';
import {
  moderationReasonSchema,
  siteOverviewSchema,
  sitePageSchema,
  siteSearchSchema,
} from '../sites/moderation/moderation-messages.js';
import { defineRoute } from '../wire/define-route.js';

/** `POST /admin/v1/sites/{id}/restore` */
export const moderationBodySchema = z.object({ reason: moderationReasonSchema });

/** Stopping and restoring answer with the site as it is after the change. */
export const moderatedSiteAnswerSchema = z.object({ success: z.literal(true), site: siteOverviewSchema });

/** `GET /admin/v1/sites` */
export const sitePageAnswerSchema = sitePageSchema.extend({ success: z.literal(true) });

/** `GET /admin/v1/role` answers the caller's own role. */
export const ownRoleAnswerSchema = z.object({ success: z.literal(true), role: z.enum(adminRoles) });

export const siteAdminRoutes = {
  searchSites: defineRoute('GET /admin/v1/sites', 'moderator', {
    query: siteSearchSchema,
    answer: sitePageAnswerSchema,
  }),
  /** `everywhere` also bans the content of the page, which only an admin may do. */
  stopSite: defineRoute('POST /admin/v1/sites/:site/stop', 'moderator', {
    body: moderationBodySchema.extend({ everywhere: z.boolean().optional() }),
    answer: moderatedSiteAnswerSchema,
  }),
  restoreSite: defineRoute('POST /admin/v1/sites/:site/restore', 'moderator', {
    body: moderationBodySchema,
    answer: moderatedSiteAnswerSchema,
  }),
  listBannedContents: defineRoute('GET /admin/v1/sites/banned-contents', 'admin', {
    answer: bannedContentListSchema.extend({ success: z.literal(true) }),
  }),
  banContent: defineRoute('POST /admin/v1/sites/banned-contents/:hash', 'admin', {
    body: moderationBodySchema,
    answer: bannedContentSchema.extend({ success: z.literal(true) }),
  }),
  unbanContent: defineRoute('POST /admin/v1/sites/banned-contents/:hash/unban', 'admin', {
    body: moderationBodySchema,
    answer: z.object({ success: z.literal(true) }),
  }),
  ownRole: defineRoute('GET /admin/v1/role', 'moderator', { answer: ownRoleAnswerSchema }),
};
