import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';

/** An account was banned: its sessions are over and its pages stop. Its aggregate is the account's id. */
export const accountBanned = defineEvent({
  name: 'accountBanned',
  /** `reason` is what the account's owner gets to read. */
  payload: z.object({ accountId: z.uuid(), reason: z.string().min(1).max(1000) }),
  consumers: ['sites'],
});

/** The ban of an account was lifted: what stopped with it comes back. Its aggregate is the account's id. */
export const accountUnbanned = defineEvent({
  name: 'accountUnbanned',
  payload: z.object({ accountId: z.uuid() }),
  consumers: ['sites'],
});
