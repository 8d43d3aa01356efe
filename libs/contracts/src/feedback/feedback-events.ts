import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';

/** A report was sent; its aggregate is the report's id. */
export const reportReceived = defineEvent({
  name: 'reportReceived',
  payload: z.object({ reportId: z.uuid() }),
  consumers: ['feedback'],
});

/** The operators or a reporter are to get a mail; its aggregate is the request's id. What it says is in the service's rows. */
export const feedbackMailRequested = defineEvent({
  name: 'feedbackMailRequested',
  payload: z.object({ mailRequestId: z.uuid() }),
  consumers: ['feedback'],
});
