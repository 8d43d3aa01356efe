import { z } from 'zod';
import { defineEvent } from '../../wire/define-event.js';
import { defineBroadcast, defineMessage } from '../../wire/define-message.js';
import { moderationReasonSchema } from './moderation-messages.js';

/** This is the SHA-256 of a page as UTF-8, in hex. */
export const contentHashSchema = z.string().regex(/^[0-9a-f]{64}$/);

export const bannedContentSchema = z.object({
  hash: contentHashSchema,
  reason: z.string(),
  banned_at: z.iso.datetime(),
});

export const bannedContentListSchema = z.object({ contents: z.array(bannedContentSchema) });

const banSchema = z.object({ hash: contentHashSchema, reason: moderationReasonSchema });

/** No page may have a banned content; only admins use these. */
export const contentBanMessages = {
  /** Live pages with this content stop, and no page can get it or one that resembles it. */
  banContent: defineMessage('sites.banContent', {
    request: banSchema,
    reply: bannedContentSchema,
    errors: ['FORBIDDEN_ROLE', 'CASE_CONCERNS_CALLER'],
  }),
  /** Pages that were stopped for it stay stopped until each is restored. A content that is not banned stays as it is. */
  unbanContent: defineMessage('sites.unbanContent', {
    request: banSchema,
    errors: ['FORBIDDEN_ROLE', 'CASE_CONCERNS_CALLER'],
  }),
  /** Lists the newest 200. */
  listBannedContents: defineMessage('sites.listBannedContents', {
    reply: bannedContentListSchema,
    errors: ['FORBIDDEN_ROLE'],
  }),
};

/** A content was banned: the live pages that have it stop. Its aggregate is the hash. */
export const contentBanned = defineEvent('contentBanned', {
  payload: z.object({ hash: contentHashSchema, reason: z.string().min(1).max(1000) }),
  consumers: ['sites'],
});

/** A replica's list of banned contents is outdated. */
export const bannedContentsChanged = defineBroadcast('sites.bannedContentsChanged', z.object({}));
