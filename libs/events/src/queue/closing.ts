import type { Queue, Worker } from 'bullmq';

/** A worker has these jobs in flight. They are counted here, because BullMQ finishes them only together with Redis. */
export class InFlightJobs {
  private readonly jobs = new Set<Promise<void>>();

  /** @returns the job, which counts until it has ended */
  add(job: Promise<void>): Promise<void> {
    const counted = job.finally(() => this.jobs.delete(counted));
    this.jobs.add(counted);
    return counted;
  }

  /** Makes their worker take no more of them, waits for those in flight, and closes it. */
  async finish(worker: Pick<Worker, 'getBackend' | 'pause' | 'close'>): Promise<void> {
    await worker.pause(true);
    await Promise.allSettled(this.jobs);
    const isUnavailable = await cutWhenLost(worker);
    await worker.close(isUnavailable);
  }
}

/** Commands that wait for an unavailable Redis are not executed then. */
export async function closeQueue(queue: Pick<Queue, 'getBackend' | 'close'>): Promise<void> {
  const isUnavailable = await cutWhenLost(queue);
  if (isUnavailable) await queue.getBackend().close(true);
  else await queue.close();
}

/**
 * A graceful close waits for answers of Redis, without a limit while Redis is unavailable. So connections that are lost
 * from now on are not opened again, and the commands that wait for them fail.
 * @returns whether Redis is unavailable already
 */
async function cutWhenLost(of: Pick<Worker | Queue, 'getBackend'>): Promise<boolean> {
  const backend = of.getBackend();
  const clients = (await Promise.all([backend.client, backend.blockingClient])).filter(
    (client) => client !== undefined,
  );
  for (const { options } of clients) options.retryStrategy = () => null;
  return clients.some(({ status }) => status !== 'ready');
}
