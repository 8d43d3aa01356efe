import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';

/** A reporter or owner is to get a mail, whose content the sites service supplies. Its aggregate is the mail's id. */
export const caseMailRequested = defineEvent('caseMailRequested', {
  payload: z.object({ mailId: z.uuid() }),
  consumers: ['feedback'],
});
