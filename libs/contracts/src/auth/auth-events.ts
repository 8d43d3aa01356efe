import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';

/** Every mail the product sends. Those named `notice…` carry no token. */
export const mailKinds = [
  'confirm_signup',
  'invite',
  'recovery',
  'magic_link',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'notice_password_changed',
  'notice_email_changed',
  'notice_address_named',
  'notice_factor_removed',
  'notice_session_stolen',
  'notice_expiring_pages',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * A mail is to be sent; its aggregate is the account's id. Where it goes and what it leads to is in the
 * auth service's row `mail_requests`. An account that does not exist means that there is nothing to send:
 * requests about unknown addresses do the same work as those about known ones.
 */
export const mailRequested = defineEvent({
  name: 'mailRequested',
  payload: z.object({ mailRequestId: z.uuid(), accountId: z.uuid(), kind: z.enum(mailKinds) }),
  consumers: ['auth'],
});

/** An account is gone, and with it whatever others keep of it; its aggregate is the account's id. */
export const accountDeleted = defineEvent({
  name: 'accountDeleted',
  payload: z.object({ accountId: z.uuid() }),
  consumers: ['sites', 'feedback'],
});

/**
 * A temporary account became a registered one: its address was confirmed, a third party stands for its owner, or the
 * service key gave it an address. Its aggregate is the account's id.
 */
export const accountConfirmed = defineEvent({
  name: 'accountConfirmed',
  payload: z.object({ accountId: z.uuid() }),
  consumers: ['sites'],
});
