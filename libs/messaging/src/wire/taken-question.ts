import { z } from 'zod';
import { REPLY_PREFIX } from './settings.js';

/** Every replica of a service is asked which of these requests it has taken and not answered yet. */
export const takenQuestionSchema = z.object({
  /** The reply, which lists the requests, has this id. */
  id: z.number(),
  replyTo: z.string().startsWith(REPLY_PREFIX),
  requests: z.array(z.number()),
});

export type TakenQuestion = z.infer<typeof takenQuestionSchema>;

export const takenAnswerSchema = z.array(z.number());
