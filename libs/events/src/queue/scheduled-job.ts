import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@haru/contracts';

/**
 * A scheduled job is one class in one file. Its name on the queue is that of the class, so renaming the class strands
 * the runs that wait there.
 *
 *     @Injectable()
 *     export class PurgeDrafts extends ScheduledJob {
 *       readonly everyMs = 60_000;
 *       readonly sliceMs = 30_000;
 *       …
 *     }
 */
export abstract class ScheduledJob {
  /** A run begins each time this many milliseconds have passed, unless the one before has not ended. */
  abstract readonly everyMs: number;
  /** A run is asked to stop after so many milliseconds; the next one continues. */
  abstract readonly sliceMs: number;

  /**
   * Only after an outage of Redis may a second run have started, so two concurrent runs must do no harm.
   * @param stop asks the run to save its progress and end after its current step
   * @returns what it did, for the log
   */
  abstract run(stop: AbortSignal): Promise<object>;
}

/** No person requests scheduled jobs. */
export function contextOfJob(): RequestContext {
  return { requestId: randomUUID(), caller: { role: 'service_role' } };
}
