import { type EventContract, eventQueueName } from '@haru/contracts';
import { askingRedis, WatchedRedis } from '@haru/service-runtime';
import { Queue } from 'bullmq';
import type { Delivery } from '../queue/delivery.js';

const PAGE_SIZE = 1_000;

/**
 * Puts events that failed for good back on a service's queue, with all their attempts: for temporary faults, such as a
 * storage that was unavailable for long.
 * @returns how many
 * @throws Error when Redis is unavailable
 */
export async function retryFailedEvents(
  service: string,
  events: readonly EventContract[],
  redisUrl: string,
): Promise<number> {
  const names = new Set(events.map(({ name }) => name));
  const connection = new WatchedRedis(redisUrl, { ...askingRedis, lazyConnect: true, retryStrategy: () => null });
  // Any error of the connection fails the call.
  connection.on('error', () => undefined);
  try {
    await connection.connect();
    const queue = new Queue<Delivery, void, string>(eventQueueName(service), { connection });
    queue.on('error', () => undefined);
    const failed = await queue.getFailed(0, PAGE_SIZE - 1);
    const ours = failed.filter(({ name }) => names.has(name));
    for (const job of ours) await job.retry('failed', { resetAttemptsMade: true });
    return ours.length;
  } finally {
    connection.disconnect();
  }
}
