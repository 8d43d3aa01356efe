import { z } from 'zod';
import { REPLY_PREFIX } from './settings.js';

/** Asks every replica of a service which of these requests it has taken and not answered yet. */
export const takenQuestionSchema = z.object({
  /** Of the reply, which lists the requests. */
  id: z.number(),
  replyTo: z.string().startsWith(REPLY_PREFIX),
  requests: z.array(z.number()),
});

export type TakenQuestion = z.infer<typeof takenQuestionSchema>;

export const takenAnswerSchema = z.array(z.number());
