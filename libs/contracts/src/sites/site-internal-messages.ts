import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';

/** What other services ask of sites-service; no route of the gateway leads here. */
export const siteInternalMessages = {
  /** Which of these accounts have a page that is live, or would be if it were not stopped. */
  findOwnersOfLiveSites: defineMessage({
    pattern: 'sites.findOwnersOfLiveSites',
    request: z.object({ accountIds: z.array(z.uuid()).max(1000) }),
    reply: z.object({ accountIds: z.array(z.uuid()) }),
    errors: [],
  }),
};
