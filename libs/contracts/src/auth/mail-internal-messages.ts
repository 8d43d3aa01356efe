import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';

/** A mail goes to an address, or to that of an account. */
export const mailRecipientSchema = z.union([z.object({ email: z.string() }), z.object({ accountId: z.uuid() })]);

/** Other services send these to auth-service; no route of the gateway leads here. */
export const mailInternalMessages = {
  /** Counts a mail on its recipient's budget. */
  admitMail: defineMessage('auth.admitMail', {
    request: z.object({
      to: mailRecipientSchema,
      /** It is false for a mail that was counted before, or has waited for long. */
      isCounted: z.boolean(),
    }),
    reply: z.object({
      /** Null: the account has no confirmed address. */
      address: z.string().nullable(),
      /** The mail may be sent after this time; null: now. */
      waitSeconds: z.int().nullable(),
    }),
  }),
};
