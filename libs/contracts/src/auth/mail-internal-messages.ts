import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';

/** To an address, or to that of an account. */
export const mailRecipientSchema = z.union([z.object({ email: z.string() }), z.object({ accountId: z.uuid() })]);

/** What other services ask of auth-service; no route of the gateway leads here. */
export const mailInternalMessages = {
  /** Counts a mail on its recipient's budget. */
  admitMail: defineMessage({
    pattern: 'auth.admitMail',
    request: z.object({
      to: mailRecipientSchema,
      /** False for a mail that was counted before, or has waited for long. */
      isCounted: z.boolean(),
    }),
    reply: z.object({
      /** Null: the account has no confirmed address. */
      address: z.string().nullable(),
      /** Until it may be sent; null: it may. */
      waitSeconds: z.int().nullable(),
    }),
    errors: [],
  }),
};
