import { z } from 'zod';
import { defineRoute } from '../../wire/define-route.js';

const mailSettingsSchema = z.object({ expiry_mails: z.boolean() });

/** `POST /functions/v1/mail-settings` */
export const mailSettingsBodySchema = mailSettingsSchema;

/** `GET` and `POST /functions/v1/mail-settings` */
export const mailSettingsAnswerSchema = z.object({ success: z.literal(true), mail_settings: mailSettingsSchema });
export type MailSettingsAnswer = z.infer<typeof mailSettingsAnswerSchema>;

/** This is the address of `List-Unsubscribe`: POST switches the mails off (RFC 8058), GET shows the app's screen. */
export const unsubscribePath = '/functions/v1/unsubscribe';
export const unsubscribeQuerySchema = z.object({ token: z.string().max(256) });

export const mailSettingsRoutes = {
  getMailSettings: defineRoute('GET /functions/v1/mail-settings', 'account', { answer: mailSettingsAnswerSchema }),
  updateMailSettings: defineRoute('POST /functions/v1/mail-settings', 'account', {
    body: mailSettingsBodySchema,
    answer: mailSettingsAnswerSchema,
  }),
  unsubscribe: defineRoute('POST /functions/v1/unsubscribe', 'open', {
    query: unsubscribeQuerySchema,
    answer: z.object({ success: z.literal(true) }),
  }),
};
