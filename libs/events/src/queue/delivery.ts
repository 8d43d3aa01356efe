import { requestContextSchema } from '@haru/contracts';
import type { JobsOptions } from 'bullmq';
import { z } from 'zod';

/** A failing handler is tried so often, with this pause before the second attempt. */
export interface RetryPolicy {
  attempts: number;
  /** It doubles with each further attempt, in milliseconds. */
  firstDelayMs: number;
}

/** The attempts take about eight and a half minutes (1 s, 2 s, … 256 s apart), then the job waits in the failed set. */
export const DEFAULT_RETRY: RetryPolicy = { attempts: 10, firstDelayMs: 1_000 };

/** The job's name and id are the event's, so adding it again has no effect. */
export const deliverySchema = z.object({
  eventId: z.uuid(),
  aggregateId: z.string(),
  payload: z.unknown(),
  context: requestContextSchema,
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Only this function decides how a delivery is tried and stored. */
export function deliveryOptions(eventId: string, retry: RetryPolicy): JobsOptions {
  return {
    jobId: eventId,
    attempts: retry.attempts,
    // The pauses have jitter, so that jobs which failed together (storage unavailable) are not all retried together.
    backoff: { type: 'exponential', delay: retry.firstDelayMs, jitter: 0.25 },
    // Completed jobs are stored only for people to look at; the inbox, not the queue, knows what is handled.
    removeOnComplete: { count: 1_000, age: 24 * 60 * 60 },
    removeOnFail: false,
    stackTraceLimit: 5,
  };
}
