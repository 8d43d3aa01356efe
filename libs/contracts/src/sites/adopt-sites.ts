import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';

export const adoptionMessages = {
  /**
   * Moves all pages of a temporary account to the caller's, including deleted ones. A repeat moves none. The gateway
   * has verified that the caller also has a live session of the temporary account.
   */
  adoptSites: defineMessage('sites.adoptSites', {
    request: z.object({ temporaryAccountId: z.uuid() }),
    reply: z.object({ moved: z.int() }),
    errors: ['REGISTRATION_REQUIRED', 'SESSION_ENDED', 'ACCOUNT_BANNED'],
  }),
};

/** `POST /functions/v1/adopt-sites` has the access token of the registered account as the bearer. */
export const adoptSitesBodySchema = z.object({
  /** This is the access token of the temporary account. */
  temporary_access_token: z.string().min(1).max(8192),
});

export const adoptSitesAnswerSchema = z.object({
  success: z.literal(true),
  /** So many pages were added to the account's list; deleted ones are not counted. */
  moved: z.int(),
});
export type AdoptSitesAnswer = z.infer<typeof adoptSitesAnswerSchema>;
