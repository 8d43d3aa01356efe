import { z } from 'zod';
import { adminRoles } from '../wire/request-context.js';
import { moderationReasonSchema, siteOverviewSchema, sitePageSchema } from '../sites/moderation-messages.js';

/** `POST /admin/v1/sites/{id}/stop` and `…/restore` */
export const moderationBodySchema = z.object({ reason: moderationReasonSchema });

/** Of both, the site as it is then. */
export const moderatedSiteAnswerSchema = z.object({ success: z.literal(true), site: siteOverviewSchema });

/** `GET /admin/v1/sites` */
export const sitePageAnswerSchema = sitePageSchema.extend({ success: z.literal(true) });

/** `GET /admin/v1/role`: the caller's own. */
export const ownRoleAnswerSchema = z.object({ success: z.literal(true), role: z.enum(adminRoles) });
