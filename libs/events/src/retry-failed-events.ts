import type { EventContract } from '@haru/contracts';
import { Queue } from 'bullmq';
import { eventQueueName, type Delivery } from './delivery.js';
import { waitingConnection } from './redis.js';

const MOST_AT_ONCE = 1_000;

/**
 * Puts events that failed for good back on a service's queue, with all their tries: for faults that are known to pass,
 * such as a storage that was away for long. @returns how many
 */
export async function retryFailedEvents(
  service: string,
  events: readonly EventContract[],
  redisUrl: string,
): Promise<number> {
  const names = new Set(events.map(({ name }) => name));
  const queue = new Queue<Delivery, void, string>(eventQueueName(service), {
    connection: { url: redisUrl, ...waitingConnection },
  });
  try {
    const failed = await queue.getFailed(0, MOST_AT_ONCE - 1);
    const ours = failed.filter(({ name }) => names.has(name));
    for (const job of ours) await job.retry('failed', { resetAttemptsMade: true });
    return ours.length;
  } finally {
    await queue.close();
  }
}
