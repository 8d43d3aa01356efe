import { readiness } from '@haru/service-runtime';
import type { Worker } from 'bullmq';

/**
 * Makes the process ready only while this worker's connections to its queue are there.
 * @returns a function that ends it; call it before the worker is closed.
 */
export function watchWorker(worker: Pick<Worker, 'name' | 'getBackend'>): () => void {
  return readiness.watch(`queue ${worker.name}`, async () => {
    const backend = worker.getBackend();
    const clients = await Promise.all([backend.client, backend.blockingClient]);
    if (clients.some((client) => client?.status !== 'ready')) throw new Error('no connection to Redis');
  });
}
