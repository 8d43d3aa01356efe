import { atMost } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Setting } from '../../settings.js';
import type { UnavailableReason } from '../../sites/site-visibility.js';
import { steadyNow } from '../cache/database-breaker.js';
import { type Answer, bytesOf, sizeOf, type FileBody, type ReadyPage } from '../cache/ready-page.js';

/** Unknown and ended paths are cached briefly, so that scans do not reach the database. */
const UNAVAILABLE_MS = 1_000;
const MAX_PATHS = 50_000;
/** An announcement may arrive after the manifest of its change was read; clocks differ, too. */
const ANNOUNCED_WITHIN_MS = 2_000;

interface CachedPage {
  page: ReadyPage;
  /** The query whose result confirmed the page started then, by `steadyNow`; 0 after a change. */
  checkedAt: number;
}

/** Paths of pages and keys of files differ, because those have a space. */
type Kept = { page: CachedPage } | { file: FileBody };

/** Has the pages and files that this viewer can send, bounded in bytes together, and what it knows of paths without one. */
@Injectable()
export class MemorySource {
  private readonly kept: LRUCache<string, Kept>;
  /** It has the times of both clocks: ages count by the steady one, and the machine's clock is near the database's. */
  private readonly changedAt = new LRUCache<string, { steady: number; machine: number }>(atMost(MAX_PATHS));
  /** These stopped and deleted pages have not changed since, so they stay so while the database is not available. */
  private readonly ends = new LRUCache<string, UnavailableReason>(atMost(MAX_PATHS));
  private readonly unavailable = new LRUCache<string, UnavailableReason>({
    ...atMost(MAX_PATHS),
    ttl: UNAVAILABLE_MS,
  });
  /** The pages of expired paths ended then. */
  private readonly expiries = new LRUCache<string, Date>(atMost(MAX_PATHS));

  constructor(
    @Setting('VIEWER_CACHE_BYTES') maxBytes: number,
    /** A page is shown this long while the database is not available. */
    @Setting('VIEWER_MAX_STALE_SECONDS') private readonly maxStaleSeconds: number,
  ) {
    this.kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: residentBytesOf });
  }

  get size(): { bytes: number; pages: number } {
    return { bytes: this.kept.calculatedSize, pages: this.kept.size };
  }

  /** Finds what may be shown while the database is not available. */
  find(path: string): Answer | undefined {
    return this.stalePage(path) ?? this.ends.get(path);
  }

  stalePage(path: string): ReadyPage | undefined {
    const cached = this.peek(path);
    return cached && this.isInTime(cached.checkedAt, steadyNow()) ? cached.page : undefined;
  }

  /** Whether what was confirmed at this time of `steadyNow` may still be shown without the database. */
  isInTime(confirmedAt: number, now: number): boolean {
    return confirmedAt > 0 && now - confirmedAt < this.maxStaleSeconds * 1_000;
  }

  pageOf(path: string): CachedPage | undefined {
    const kept = this.kept.get(path);
    return kept && 'page' in kept ? kept.page : undefined;
  }

  fileOf(key: string): FileBody | undefined {
    const kept = this.kept.get(key);
    return kept && 'file' in kept ? kept.file : undefined;
  }

  setFile(key: string, file: FileBody): void {
    this.kept.set(key, { file });
  }

  reasonOf(path: string): UnavailableReason | undefined {
    return this.unavailable.get(path);
  }

  /** Returns when the page of an expired path ended, if this process has seen it. */
  expiryOf(path: string): Date | undefined {
    return this.expiries.get(path);
  }

  setPage(path: string, page: ReadyPage, checkedAt: number): void {
    this.kept.set(path, { page: { page, checkedAt } });
  }

  setReason(path: string, reason: UnavailableReason, expiresAt?: Date): UnavailableReason {
    if (reason === 'expired' && expiresAt) this.expiries.set(path, expiresAt);
    this.unavailable.set(path, reason);
    return reason;
  }

  /** The database has confirmed the page by a query of this time. */
  confirm(path: string, page: ReadyPage, askedAt: number): ReadyPage {
    this.unavailable.delete(path);
    this.ends.delete(path);
    this.setPage(path, page, this.hasChangedSince(path, askedAt) ? 0 : askedAt);
    return page;
  }

  /** The database has said that there is no page. */
  end(path: string, reason: UnavailableReason, expiresAt?: Date): UnavailableReason {
    const wasPage = this.kept.delete(path);
    if (wasPage || reason === 'stopped') this.ends.set(path, reason);
    return this.setReason(path, reason, expiresAt);
  }

  invalidate(path: string): void {
    this.unavailable.delete(path);
    this.ends.delete(path);
    this.changedAt.set(path, { steady: steadyNow(), machine: Date.now() });
    const cached = this.peek(path);
    // The artifact stays: the changed site may still show it.
    if (cached) Object.assign(cached, { checkedAt: 0 });
  }

  /** Whether a query at this time of `steadyNow` may have read the state before an announced change. */
  hasChangedSince(path: string, askedAt: number): boolean {
    return (this.changedAt.get(path)?.steady ?? 0) >= askedAt;
  }

  /** Whether a manifest of this time of the database's clock may be older than an announced change. */
  isOutOfDate(path: string, asOf: Date): boolean {
    return (this.changedAt.get(path)?.machine ?? 0) >= asOf.getTime() + ANNOUNCED_WITHIN_MS;
  }

  /** Returns the page, whether or not it may be shown, without counting as a use of it. */
  peek(path: string): CachedPage | undefined {
    const kept = this.kept.peek(path);
    return kept && 'page' in kept ? kept.page : undefined;
  }
}

function residentBytesOf(kept: Kept): number {
  return 'page' in kept ? sizeOf(kept.page.page) : bytesOf([kept.file]);
}
