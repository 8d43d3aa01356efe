export interface RequestClientOptions {
  /** `redis://[user:password@]host:port[/db]`, `rediss://` for TLS. */
  redisUrl: string;
  /** How long a call waits unless it or its contract says otherwise, in ms; 9 s when left out. */
  defaultTimeoutMs?: number;
  /** How long all calls of one request (`inRequestScope`) may take together, in ms; no bound when left out. */
  totalTimeoutMs?: number;
  /** Requests that may wait for one service before `SERVICE_BUSY`; 1000 when left out. */
  maxListLength?: number;
  /** Length of all requests this process may have unanswered before `SERVICE_BUSY`, in UTF-16 units, of long ones in bytes; 256 Mi when left out. */
  maxPendingLength?: number;
  /** How long `connect` waits for Redis, in ms; 10 s when left out. */
  connectWithinMs?: number;
}

/** Counts since the start. */
export interface RequestClientCounters {
  sent: number;
  timedOut: number;
  busy: number;
  unavailable: number;
  /** Replies that came after the deadline of their call. */
  discarded: number;
}
