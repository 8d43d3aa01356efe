import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { SiteState } from '../../sites/site-visibility.js';
import { DatabaseBreaker, SLOW_MS } from '../cache/database-breaker.js';
import type { Answer } from '../cache/ready-page.js';
import { DatabaseUnavailable, SiteStates } from '../cache/site-state.js';
import { DatabaseSource } from './database-source.js';
import { ManifestSource } from './manifest-source.js';
import { MemorySource } from './memory-source.js';

/** From this age on a page is checked again in the background while it is still shown. */
const RECHECK_MS = 2_000;
/** From this age on a page is shown only after the database has confirmed it. With one query this stays under 5 s. */
const MAX_STALE_MS = 4_000;
/** A recheck of a page is requested when this process has shown it this often. */
const RECHECK_AT_VIEWS = 100;

/** Asks the sources of pages in turn: memory, the database, and the manifests while the database is not available. */
@Injectable()
export class PageCache {
  private readonly logger = new Logger(PageCache.name);
  /** They count since the start. */
  readonly counters = { hits: 0, misses: 0 };
  private readonly loading = new Map<string, Promise<Answer>>();

  constructor(
    private readonly memory: MemorySource,
    private readonly database: DatabaseSource,
    private readonly manifests: ManifestSource,
    private readonly breaker: DatabaseBreaker,
    private readonly sites: SiteStates,
  ) {}

  get size(): { bytes: number; pages: number } {
    return this.memory.size;
  }

  /**
   * Returns what is in memory. The page may have ended since it was checked: its state says when.
   * @param now of `steadyNow`
   */
  peek(path: string, now: number): Answer | undefined {
    const known = this.lookUp(path, now);
    if (known === undefined) this.counters.misses++;
    else this.counters.hits++;
    return known;
  }

  expiryOf(path: string): Date | undefined {
    return this.memory.expiryOf(path);
  }

  /**
   * Asks the database, and storage if needed. A cached page is returned without waiting for a slow database.
   * @throws DatabaseUnavailable when the page is not cached or may have changed
   */
  async load(path: string): Promise<Answer> {
    const loading = this.loadShared(path);
    if (!this.memory.stalePage(path)) return loading;
    const slow = delay(SLOW_MS, undefined, { ref: false }).then(() => this.memory.stalePage(path) ?? loading);
    return Promise.race([loading, slow]);
  }

  /** Marks these paths as changed: the next request for them asks the database. */
  invalidate(paths: readonly string[]): void {
    for (const path of paths) {
      this.memory.invalidate(path);
      // A query in flight may have started before the change.
      this.loading.delete(path);
    }
  }

  private lookUp(path: string, now: number): Answer | undefined {
    const cached = this.memory.pageOf(path);
    if (!cached) return this.memory.reasonOf(path);
    const { page, checkedAt } = cached;
    if (++page.shown.times === RECHECK_AT_VIEWS) this.requestRecheck(page.state);
    const age = now - checkedAt;
    if (age < RECHECK_MS) return page;
    if (this.breaker.isSlow && this.memory.isInTime(checkedAt, now)) return page;
    if (age >= MAX_STALE_MS) return undefined;
    this.loadShared(path).catch((error: unknown) => {
      this.logger.warn({ err: error, path }, 'asking again about a page failed');
    });
    return page;
  }

  private requestRecheck({ id, path }: SiteState): void {
    this.sites.requestRecheck(id).catch((error: unknown) => {
      this.logger.warn({ err: error, path }, 'a recheck could not be requested');
    });
  }

  /** Concurrent requests for one path share one query. */
  private loadShared(path: string): Promise<Answer> {
    const inFlight = this.loading.get(path);
    if (inFlight) return inFlight;
    const loading: Promise<Answer> = this.loadOnce(path)
      // After an invalidation the entry may belong to a later query.
      .finally(() => {
        if (this.loading.get(path) === loading) this.loading.delete(path);
      });
    this.loading.set(path, loading);
    return loading;
  }

  private async loadOnce(path: string): Promise<Answer> {
    const question = this.database.ask(path);
    const early = await this.whileDatabaseIsSlow(path, question.state);
    if (early) return early;
    try {
      await question.state;
    } catch (error) {
      const found =
        error instanceof DatabaseUnavailable && (this.memory.find(path) ?? (await this.manifests.find(path)));
      if (!found) throw error;
      return found;
    }
    const answer = await this.database.answer(path, question);
    // Storage may be slow, and visitors who arrived before a change must not see the page after it.
    return this.memory.hasChangedSince(path, question.askedAt) ? this.loadOnce(path) : answer;
  }

  /** @returns undefined when the database answered in time, the path is in memory, or storage has no manifest */
  private async whileDatabaseIsSlow(path: string, asking: Promise<unknown>): Promise<Answer | undefined> {
    if (this.memory.find(path)) return undefined;
    const answered = Promise.allSettled([asking]);
    const slow = delay(this.breaker.msUntilSlow, 'slow', { ref: false });
    if ((await Promise.race([answered, slow])) !== 'slow') return undefined;
    const read = this.manifests.find(path).catch((error: unknown) => {
      this.logger.warn({ err: error, path }, 'storage failed to say what is at a path while the database is slow');
      return undefined;
    });
    return Promise.race([answered.then(() => undefined), read]);
  }
}
