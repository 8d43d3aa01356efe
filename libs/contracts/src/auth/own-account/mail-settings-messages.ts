import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';
import { callerErrors } from '../caller-errors.js';

const mailSettingsSchema = z.object({
  /** Mails are sent three days and one day before pages expire. */
  expiryMails: z.boolean(),
});

/** An account chooses mails beside those that it needs. */
export const mailSettingsMessages = {
  getMailSettings: defineMessage('auth.getMailSettings', { reply: mailSettingsSchema, errors: [...callerErrors] }),
  updateMailSettings: defineMessage('auth.updateMailSettings', {
    request: mailSettingsSchema,
    reply: mailSettingsSchema,
    errors: [...callerErrors],
  }),
  /** Switches the mails off with the token of a mail, without a session. */
  unsubscribe: defineMessage('auth.unsubscribe', {
    request: z.object({ token: z.string().max(256) }),
    errors: ['UNSUBSCRIBE_TOKEN_INVALID'],
  }),
};
