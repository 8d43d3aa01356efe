export interface RequestClientOptions {
  /** The form is `redis://[user:password@]host:port[/db]`, `rediss://` for TLS. */
  redisUrl: string;
  /** A call waits so long unless it or its contract says otherwise, in ms; 9 s when left out. */
  defaultTimeoutMs?: number;
  /** All calls of one request (`inRequestScope`) may take so long together, in ms; no bound when left out. */
  totalTimeoutMs?: number;
  /** So many requests may wait for one service before `SERVICE_BUSY`; 1000 when left out. */
  maxListLength?: number;
  /** Unanswered requests may have this length in UTF-16 units, of long ones in bytes; 256 Mi when left out. */
  maxPendingLength?: number;
  /** `connect` waits so long for Redis, in ms; 10 s when left out. */
  connectWithinMs?: number;
}
