import type { MessageContract, ServiceName } from '@haru/contracts';
import type { IsUnavailable } from './request-executor.js';

export interface RequestServerOptions {
  /** `redis://[user:password@]host:port[/db]`, `rediss://` for TLS. */
  redisUrl: string;
  /** Whose requests to take. Without it the process hears broadcasts only. */
  service?: ServiceName;
  /** When given, the start fails unless each of these has a handler. */
  messages?: Record<string, MessageContract>;
  /** Requests worked on at a time; more stay in Redis for other replicas. 64 when left out. */
  maxInFlight?: number;
  /** How long `listen` waits for Redis, in ms; 10 s when left out. */
  connectWithinMs?: number;
  /** How long `close` waits for requests in flight, in ms; 20 s when left out. */
  drainWithinMs?: number;
  /** Then callers get `SERVICE_UNAVAILABLE` and not `UNKNOWN_ERROR`. Nothing is ever away when left out. */
  isUnavailable?: IsUnavailable;
}
