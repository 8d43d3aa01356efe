import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';

/** The product sends these mails. Those named `notice…` carry no token. */
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
 * A mail is to be sent; its aggregate is the account's id. The auth service's row `mail_requests` has its address and
 * link. If the account does not exist, nothing is sent: requests about unknown addresses do the same work as those
 * about known ones.
 */
export const mailRequested = defineEvent('mailRequested', {
  payload: z.object({ mailRequestId: z.uuid(), accountId: z.uuid(), kind: z.enum(mailKinds) }),
  consumers: ['auth'],
});

/**
 * Another service asks for a mail to an account, which is sent if the account has a confirmed address. Its aggregate is
 * the account's id.
 */
export const accountMailRequested = defineEvent('accountMailRequested', {
  /** The mail's file in the auth service says which details its text needs. */
  payload: z.object({
    accountId: z.uuid(),
    kind: z.enum(mailKinds),
    details: z.record(z.string(), z.json()).optional(),
  }),
  consumers: ['auth'],
});

/** An account was deleted, and services delete their data about it; its aggregate is the account's id. */
export const accountDeleted = defineEvent('accountDeleted', {
  payload: z.object({ accountId: z.uuid() }),
  consumers: ['sites', 'feedback'],
});

/**
 * A temporary account became a registered one: its address was confirmed, a third party vouches for its owner, or the
 * service key gave it an address. Its aggregate is the account's id.
 */
export const accountConfirmed = defineEvent('accountConfirmed', {
  payload: z.object({ accountId: z.uuid() }),
  consumers: ['sites'],
});
