import { atMost } from '@haru/service-runtime';
import { LRUCache } from 'lru-cache';
import type { UnavailableReason } from '../../sites/site-visibility.js';

const PATHS_MAX = 50_000;
/** An announcement may arrive after the manifest of its change was read; clocks differ, too. */
const ANNOUNCED_WITHIN_MS = 2_000;

/** Returns ms since 1970 by the clock at the start: ages stay right when the machine's clock is set. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Remembers the announced changes of paths, to detect answers that are older. */
export class KnownChanges {
  /** It has the times of both clocks: ages count by the steady one, and the machine's clock is near the database's. */
  private readonly changedAt = new LRUCache<string, { steady: number; machine: number }>(atMost(PATHS_MAX));
  /** These stopped and deleted pages have not changed since, so they stay so while the database is not available. */
  private readonly ends = new LRUCache<string, UnavailableReason>(atMost(PATHS_MAX));

  noteChange(path: string): void {
    this.ends.delete(path);
    this.changedAt.set(path, { steady: steadyNow(), machine: Date.now() });
  }

  /** Whether a query at this time of `steadyNow` may have read the state before a change. */
  hasChangedSince(path: string, askedAt: number): boolean {
    return (this.changedAt.get(path)?.steady ?? 0) >= askedAt;
  }

  /** Whether a manifest of this time of the database's clock may be older than a change. */
  isOutOfDate(path: string, asOf: Date): boolean {
    return (this.changedAt.get(path)?.machine ?? 0) >= asOf.getTime() + ANNOUNCED_WITHIN_MS;
  }

  noteEnd(path: string, reason: UnavailableReason): void {
    this.ends.set(path, reason);
  }

  forgetEnd(path: string): void {
    this.ends.delete(path);
  }

  endOf(path: string): UnavailableReason | undefined {
    return this.ends.get(path);
  }
}
