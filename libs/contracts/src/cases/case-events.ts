import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';

/**
 * A reporter or an owner is to get a mail about a case; the sites service supplies its content. Its aggregate is the
 * mail's id.
 */
export const caseMailRequested = defineEvent({
  name: 'caseMailRequested',
  payload: z.object({ mailId: z.uuid() }),
  consumers: ['feedback'],
});
