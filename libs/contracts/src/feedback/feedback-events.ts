import { z } from 'zod';
import { sha256Schema } from '../sites/tree.js';
import { defineEvent } from '../wire/define-event.js';

export const reportReceived = defineEvent('reportReceived', {
  payload: z.object({ reportId: z.uuid() }),
  consumers: ['feedback'],
});

/** A moderator read a refused page and accepts it; its hash is the SHA-256 of its UTF-8. */
export const falseAlarmAccepted = defineEvent('falseAlarmAccepted', {
  payload: z.object({ hash: sha256Schema }),
  consumers: ['sites'],
});

/** The operators or a reporter are to get a mail, described by the service's rows; its aggregate is the request's id. */
export const feedbackMailRequested = defineEvent('feedbackMailRequested', {
  payload: z.object({ mailRequestId: z.uuid() }),
  consumers: ['feedback'],
});
