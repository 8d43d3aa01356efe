import { askingRedis, isRedisUnavailable, WatchedRedis, waitingRedis } from '@haru/service-runtime';
import { createIORedisClient, RedisConnection, type ConnectionOptions } from 'bullmq';
import type { EventLogger } from '../event-logger.js';

// Every connection that BullMQ makes in this process is watched, and without BullMQ's pauses of up to 20 s between two
// attempts.
RedisConnection.clientFactory = (options) => {
  const { url, retryStrategy: _, ...rest } = options as typeof options & { url?: string };
  return createIORedisClient(new WatchedRedis(url, rest));
};

/** Workers use this: a command outlives any outage. */
export function waitingConnection(redisUrl: string): ConnectionOptions {
  return { url: redisUrl, ...waitingRedis };
}

/** @param lockMs if a process dies, another takes its jobs after about this long */
export function workerOptions(redisUrl: string, lockMs: number) {
  return {
    connection: waitingConnection(redisUrl),
    lockDuration: lockMs,
    // BullMQ's script writes it to Redis as an expiry, so it is whole: with a fraction every check for dead workers
    // fails.
    stalledInterval: Math.max(1, Math.floor(lockMs / 3)),
    // So many processes may end during one job (deployments, crashes) before it counts as failed.
    maxStalledCount: 10,
    // BullMQ gives up on a silent connection a second after this, in seconds.
    drainDelay: 2,
    runRetryDelay: 1_000,
  };
}

/** Queues that are asked use this: the answer arrives soon, or an error does. */
export function askingConnection(redisUrl: string): ConnectionOptions {
  return { url: redisUrl, ...askingRedis };
}

const QUIET_MS = 10_000;

/**
 * BullMQ uses these codes if a job or its lock is missing: Redis was emptied, or another worker has it by now.
 * See `ErrorCode` in https://github.com/taskforcesh/bullmq.
 */
const JOB_GONE_CODES: ReadonlySet<unknown> = new Set([-1, -2, -3, -6]);

function isJobGone(error: Error): boolean {
  return ('code' in error && JOB_GONE_CODES.has(error.code)) || error.message.startsWith('could not renew lock');
}

/** Listens to `error` events. Every connection reports each failed attempt to reconnect; one in ten seconds is logged. */
export function redisErrorLog(logger: EventLogger, what: string): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (isJobGone(error)) {
      logger.warn(
        { err: error, what },
        'another worker has this job, or Redis lost it; it is delivered again if it was not done',
      );
    } else if (!('syscall' in error) && !isRedisUnavailable(error)) {
      logger.error({ err: error, what }, 'the event queue reports an error');
    } else if (Date.now() >= quietUntil) {
      quietUntil = Date.now() + QUIET_MS;
      logger.warn({ err: error, what }, 'Redis is unavailable, connecting again');
    }
  };
}
