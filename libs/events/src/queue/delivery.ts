import { requestContextSchema } from '@haru/contracts';
import type { JobsOptions } from 'bullmq';
import { z } from 'zod';

/** How often a failing handler is tried, and how long the queue waits before the second try. */
export interface RetryPolicy {
  attempts: number;
  /** Doubles with each further try, in milliseconds. */
  firstDelayMs: number;
}

/** Tries over about eight and a half minutes (1 s, 2 s, … 256 s apart), then the job waits in the failed set. */
export const DEFAULT_RETRY: RetryPolicy = { attempts: 10, firstDelayMs: 1_000 };

/** What a job carries beside its name, which is the event's. Its id is the event's id, so a second hand-over adds nothing. */
export const deliverySchema = z.object({
  eventId: z.uuid(),
  aggregateId: z.string(),
  payload: z.unknown(),
  context: requestContextSchema,
});
export type Delivery = z.infer<typeof deliverySchema>;

/** The one place that says how a delivery is tried and kept. */
export function deliveryOptions(eventId: string, retry: RetryPolicy): JobsOptions {
  return {
    jobId: eventId,
    attempts: retry.attempts,
    // Jitter, so that jobs which failed together (storage away) do not all come back together.
    backoff: { type: 'exponential', delay: retry.firstDelayMs, jitter: 0.25 },
    // Done ones are kept only for people to look at; the inbox, not the queue, knows what is done.
    removeOnComplete: { count: 1_000, age: 24 * 60 * 60 },
    removeOnFail: false,
    stackTraceLimit: 5,
  };
}
