import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';

export const reportReceived = defineEvent({
  name: 'reportReceived',
  payload: z.object({ reportId: z.uuid() }),
  consumers: ['feedback'],
});

/** The operators or a reporter are to get a mail, described by the service's rows; its aggregate is the request's id. */
export const feedbackMailRequested = defineEvent({
  name: 'feedbackMailRequested',
  payload: z.object({ mailRequestId: z.uuid() }),
  consumers: ['feedback'],
});
