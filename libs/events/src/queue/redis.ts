import { askingRedis, isRedisUnavailable, WatchedRedis, waitingRedis } from '@haru/service-runtime';
import { createIORedisClient, RedisConnection, type ConnectionOptions } from 'bullmq';
import type { EventLogger } from '../event-logger.js';

// Every connection that BullMQ makes in this process: watched, and without BullMQ's pauses of up to 20 s between two attempts.
RedisConnection.clientFactory = (options) => {
  const { url, retryStrategy: _, ...rest } = options as typeof options & { url?: string };
  return createIORedisClient(new WatchedRedis(url, rest));
};

/** For workers: a command outlives any outage. */
export function waitingConnection(redisUrl: string): ConnectionOptions {
  return { url: redisUrl, ...waitingRedis };
}

/** For queues that are asked: the answer comes soon, or an error does. */
export function askingConnection(redisUrl: string): ConnectionOptions {
  return { url: redisUrl, ...askingRedis };
}

const QUIET_MS = 10_000;

/**
 * BullMQ's codes for a job that is gone, or whose lock is: Redis was emptied, or another worker has it by now.
 * https://github.com/taskforcesh/bullmq `ErrorCode`
 */
const JOB_GONE_CODES: ReadonlySet<unknown> = new Set([-1, -2, -3, -6]);

function isJobGone(error: Error): boolean {
  return ('code' in error && JOB_GONE_CODES.has(error.code)) || error.message.startsWith('could not renew lock');
}

/**
 * A listener for the `error` events of a connection, queue or worker. Every connection reports each failed try to
 * reconnect; of those one in ten seconds is written.
 */
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
      logger.warn({ err: error, what }, 'Redis is away, connecting again');
    }
  };
}
