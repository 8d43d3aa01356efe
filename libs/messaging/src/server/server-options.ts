import type { MessageContract, ServiceName } from '@haru/contracts';
import type { IsUnavailable } from './request-executor.js';

export interface RequestServerOptions {
  /** The form is `redis://[user:password@]host:port[/db]`, `rediss://` for TLS. */
  redisUrl: string;
  /** The process takes the requests of this service. Without it the process receives broadcasts only. */
  service?: ServiceName;
  /** If they are given, the start fails unless each has a handler. */
  messages?: Record<string, MessageContract>;
  /** So many requests are in flight; more stay in Redis for other replicas. 64 when left out. */
  maxInFlight?: number;
  /** `listen` waits so long for Redis, in ms; 10 s when left out. */
  connectWithinMs?: number;
  /** `close` waits so long for requests in flight, in ms; 20 s when left out. */
  drainWithinMs?: number;
  /** If it is true, callers get `SERVICE_UNAVAILABLE` and not `UNKNOWN_ERROR`. It is always false when left out. */
  isUnavailable?: IsUnavailable;
}
