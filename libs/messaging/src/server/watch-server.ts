import type { ServiceName } from '@haru/contracts';
import { probeRedis, readiness } from '@haru/service-runtime';
import type { Redis } from 'ioredis';
import type { RequestServerCounters } from './request-executor.js';
import { dropped, inFlight, listDepth } from '../wire/rpc-metrics.js';
import { requestList } from '../wire/settings.js';

/**
 * Makes the process ready only while it has all its connections.
 * @param commands the connection that can be asked
 * @returns a function that ends it
 */
export function watchConnections(connections: readonly Redis[], commands: Redis): () => void {
  const check = async (): Promise<void> => {
    const lost = connections.find(({ status }) => status !== 'ready');
    if (lost) throw new Error(`${lost.options.connectionName}: no connection`);
    await commands.ping();
  };
  return readiness.watch('redis', check, () => probeRedis(commands));
}

/** Measures the requests of a service: waiting, in flight, and dropped. @returns a function that ends it */
export function measureRequests(service: ServiceName, commands: Redis, counters: RequestServerCounters): () => void {
  const labels = { service };
  const reasons = ['expired', 'late', 'malformed'] as const;
  const ends = [
    listDepth.from(async () => [{ labels, value: await commands.llen(requestList(service)) }]),
    inFlight.from(() => [{ labels, value: counters.inFlight }]),
    dropped.from(() => reasons.map((reason) => ({ labels: { reason }, value: counters[reason] }))),
  ];
  return () => ends.forEach((end) => end());
}
