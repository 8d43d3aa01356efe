import { atMost } from '@haru/service-runtime';
import { LRUCache } from 'lru-cache';

/** One client may fail this often in a minute: many people behind one address may have expired tokens. */
const MAX_FAILURES = 600;
const WINDOW_MS = 60_000;
const MAX_CLIENTS = 50_000;

/**
 * Counts requests that were refused for their key or token. Each costs a verification and the whole framework, and
 * takes no points of a rate limit, so after too many no more tokens of the client are verified for a while.
 */
export class FailedCredentials {
  private readonly counts: LRUCache<string, { failures: number }>;
  private readonly maxFailures: number;

  /**
   * @param factor multiplies the bound
   * @param now milliseconds, monotonic
   */
  constructor(factor: number, now = () => performance.now()) {
    this.maxFailures = Math.max(1, Math.round(MAX_FAILURES * factor));
    this.counts = new LRUCache({ ...atMost(MAX_CLIENTS), ttl: WINDOW_MS, ttlResolution: 0, perf: { now } });
  }

  note(client: string): void {
    const count = this.counts.get(client);
    if (count) count.failures += 1;
    else this.counts.set(client, { failures: 1 });
  }

  /** @returns for how many seconds nothing more is verified for the client; undefined if it had few failures */
  blockedSeconds(client: string): number | undefined {
    const count = this.counts.get(client);
    if (!count || count.failures < this.maxFailures) return undefined;
    return Math.max(1, Math.ceil(this.counts.getRemainingTTL(client) / 1_000));
  }
}
