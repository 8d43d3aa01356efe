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

/** `POST /admin/v1/sites/{id}/stop`. `everywhere` also bans the page's content, which only an admin may do. */
export const stopBodySchema = moderationBodySchema.extend({ everywhere: z.boolean().optional() });

/** `POST /admin/v1/sites/banned-contents/{hash}` */
export const bannedContentAnswerSchema = bannedContentSchema.extend({ success: z.literal(true) });

/** `POST /admin/v1/sites/banned-contents/{hash}/unban` */
export const unbannedContentAnswerSchema = z.object({ success: z.literal(true) });

/** `GET /admin/v1/sites/banned-contents` */
export const bannedContentListAnswerSchema = bannedContentListSchema.extend({ success: z.literal(true) });

/** Both answer with the site as it is after the change. */
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
  stopSite: defineRoute('POST /admin/v1/sites/:site/stop', 'moderator', {
    body: stopBodySchema,
    answer: moderatedSiteAnswerSchema,
  }),
  restoreSite: defineRoute('POST /admin/v1/sites/:site/restore', 'moderator', {
    body: moderationBodySchema,
    answer: moderatedSiteAnswerSchema,
  }),
  listBannedContents: defineRoute('GET /admin/v1/sites/banned-contents', 'admin', {
    answer: bannedContentListAnswerSchema,
  }),
  banContent: defineRoute('POST /admin/v1/sites/banned-contents/:hash', 'admin', {
    body: moderationBodySchema,
    answer: bannedContentAnswerSchema,
  }),
  unbanContent: defineRoute('POST /admin/v1/sites/banned-contents/:hash/unban', 'admin', {
    body: moderationBodySchema,
    answer: unbannedContentAnswerSchema,
  }),
  ownRole: defineRoute('GET /admin/v1/role', 'moderator', { answer: ownRoleAnswerSchema }),
};
