import { LRUCache } from 'lru-cache';
import type { UnavailableReason } from '../../sites/site-visibility.js';

const PATHS_MAX = 50_000;
/** An announcement may come after the manifest of the change that it announces was read; clocks differ too. */
const ANNOUNCED_WITHIN_MS = 2_000;

/** In ms since 1970 by the clock as it was at the start: ages stay right when the machine's clock is set. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/** What this viewer has heard of paths besides their pages, for answers that may be older. */
export class KnownChanges {
  /** By both clocks: ages count by the steady one, and the database's time is near that of the machine. */
  private readonly changedAt = new LRUCache<string, { steady: number; machine: number }>({ max: PATHS_MAX });
  /** Stopped and deleted pages that have not changed since: they stay so while the database is away. */
  private readonly ends = new LRUCache<string, UnavailableReason>({ max: PATHS_MAX });

  noteChange(path: string): void {
    this.ends.delete(path);
    this.changedAt.set(path, { steady: steadyNow(), machine: Date.now() });
  }

  /** Whether what was asked of the database at this time, of `steadyNow`, may be from before a change. */
  hasChangedSince(path: string, askedAt: number): boolean {
    return (this.changedAt.get(path)?.steady ?? 0) >= askedAt;
  }

  /** The same of a manifest, by the database's clock. */
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
