import type { Queue, Worker } from 'bullmq';

/** The jobs that a worker has in flight. They are counted here, because BullMQ finishes them only together with Redis. */
export class InFlightJobs {
  private readonly jobs = new Set<Promise<void>>();

  /** @returns the job, which counts until it has ended */
  add(job: Promise<void>): Promise<void> {
    const counted = job.finally(() => this.jobs.delete(counted));
    this.jobs.add(counted);
    return counted;
  }

  /** Has their worker take no more of them, waits for those in flight, and closes it. */
  async finish(worker: Pick<Worker, 'getBackend' | 'pause' | 'close'>): Promise<void> {
    await worker.pause(true);
    await Promise.allSettled(this.jobs);
    await worker.close(await isRedisAway(worker));
  }
}

/** What the queue was asked while Redis was away is not done then. */
export async function closeQueue(queue: Pick<Queue, 'getBackend' | 'close'>): Promise<void> {
  if (await isRedisAway(queue)) await queue.getBackend().close(true);
  else await queue.close();
}

/** Closing in good order waits for the answers of Redis, and of one that is away it would wait for ever. */
async function isRedisAway(of: Pick<Worker | Queue, 'getBackend'>): Promise<boolean> {
  const backend = of.getBackend();
  const clients = await Promise.all([backend.client, backend.blockingClient]);
  return clients.some((client) => client !== undefined && client.status !== 'ready');
}
