import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';

/** The pages of a temporary account go over to a registered one. */
export const adoptionMessages = {
  /**
   * Moves all pages of a temporary account to the caller's, deleted ones among them. A repeat moves none. The gateway has
   * verified that the caller has a live session of the temporary account, too.
   */
  adoptSites: defineMessage({
    pattern: 'sites.adoptSites',
    request: z.object({ temporaryAccountId: z.uuid() }),
    reply: z.object({ moved: z.int() }),
    errors: ['REGISTRATION_REQUIRED', 'SESSION_ENDED', 'ACCOUNT_BANNED'],
  }),
};

/** `POST /functions/v1/adopt-sites`, with the access token of the registered account as the bearer. */
export const adoptSitesBodySchema = z.object({
  /** The access token of the temporary account. */
  temporary_access_token: z.string().min(1).max(8192),
});

export const adoptSitesAnswerSchema = z.object({
  success: z.literal(true),
  /** How many pages are in the list of the account now that were not before; deleted ones are not counted. */
  moved: z.int(),
});
export type AdoptSitesAnswer = z.infer<typeof adoptSitesAnswerSchema>;
