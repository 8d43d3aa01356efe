import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';

/** An account was banned: its sessions are refused and its pages stop. Its aggregate is the account's id. */
export const accountBanned = defineEvent('accountBanned', {
  /** The account's owner reads `reason`. */
  payload: z.object({ accountId: z.uuid(), reason: z.string().min(1).max(1000) }),
  consumers: ['sites'],
});

/** The ban of an account was lifted: its pages are shown again. Its aggregate is the account's id. */
export const accountUnbanned = defineEvent('accountUnbanned', {
  payload: z.object({ accountId: z.uuid() }),
  consumers: ['sites'],
});
