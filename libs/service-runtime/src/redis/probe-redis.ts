import type { Redis } from 'ioredis';

/** Asks Redis over a connection made for this question alone. @throws Error when it does not answer */
export async function probeRedis(redis: Pick<Redis, 'duplicate'>): Promise<void> {
  const probe = redis.duplicate({
    lazyConnect: true,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
    maxRetriesPerRequest: 0,
    commandTimeout: 2_000,
    connectionName: 'haru:probe',
  });
  // Any error of the connection fails the probe.
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    await probe.ping();
  } finally {
    probe.disconnect();
  }
}
