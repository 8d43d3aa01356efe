import type { OwnOrigins } from '@haru/contracts';
import { type Logger, Semaphore } from '@haru/service-runtime';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadedArtifact } from '../../storage/html-storage/html-storage.js';
import { type UnavailableReason, unavailableReason, type SiteState } from '../../sites/site-visibility.js';
import type { ArtifactLoader } from './artifact-loader.js';
import type { ManifestReader } from './manifest-reader.js';
import { KnownChanges, steadyNow } from './known-changes.js';
import { type DatabaseBreaker, SLOW_MS } from './database-breaker.js';
import { readyPage, sizeOf, type ReadyPage } from './ready-page.js';
import { StorageShims } from '../shim/storage-shim.js';
import { SOLE_SOURCE_TIMEOUT_MS } from './storage-gate.js';
import { DatabaseUnavailable, isSameState, type SiteStates } from './site-state.js';

/** From this age on a page is checked again in the background while it is still shown. */
const RECHECK_MS = 2_000;
/** From this age on a page is shown only after the database has confirmed it. With one query this stays under 5 s. */
const MAX_STALE_MS = 4_000;
/** Unknown and ended paths are cached briefly, so that scans do not reach the database. */
const UNAVAILABLE_MS = 1_000;
const UNAVAILABLE_MAX = 50_000;
/** This many pages of up to 3 MiB are read concurrently without the database. At 10 ms each, the last of 1,000 waits 1.3 s. */
const MAX_COLD_READS = 8;
const MAX_WAITING_COLD_READS = 1_000;
/** A request stops waiting then, so that it ends within 10 s with its own two reads of up to 4 s. */
const MAX_COLD_WAIT_MS = 2_000;

/** A recheck of a page is requested when this process has shown it this often. */
const RECHECK_AT_VIEWS = 100;

interface CachedPage {
  page: ReadyPage;
  /** The query whose result confirmed the page started then, by `steadyNow`; 0 after a change. */
  checkedAt: number;
}

interface PageCacheOptions {
  maxBytes: number;
  /** A page is shown this long while the database is not available. */
  maxStaleMs: number;
  origins?: OwnOrigins | undefined;
}

export type PageArtifacts = Pick<ArtifactLoader, 'load' | 'fromStorage'>;

/** Caches the pages that this viewer can send, bounded in bytes. */
export class PageCache {
  private readonly pages: LRUCache<string, CachedPage>;
  private readonly unavailable = new LRUCache<string, UnavailableReason>({ max: UNAVAILABLE_MAX, ttl: UNAVAILABLE_MS });
  /** The pages of expired paths ended then. */
  private readonly expiries = new LRUCache<string, Date>({ max: UNAVAILABLE_MAX });
  private readonly changes = new KnownChanges();
  /** They count since the start. */
  readonly counters = { hits: 0, misses: 0 };
  private readonly coldReads = new Semaphore(MAX_COLD_READS, MAX_WAITING_COLD_READS);
  private readonly shims = new StorageShims();
  private readonly loading = new Map<string, Promise<ReadyPage | UnavailableReason>>();

  constructor(
    private readonly options: PageCacheOptions,
    private readonly sites: SiteStates,
    private readonly artifacts: PageArtifacts,
    private readonly manifests: ManifestReader,
    private readonly breaker: DatabaseBreaker,
    private readonly logger: Logger,
  ) {
    this.pages = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: ({ page }) => sizeOf(page) });
  }

  get size(): { bytes: number; pages: number } {
    return { bytes: this.pages.calculatedSize, pages: this.pages.size };
  }

  /**
   * Returns what is cached. The page may have ended since it was checked: its state says when.
   * @param now of `steadyNow`
   */
  peek(path: string, now: number): ReadyPage | UnavailableReason | undefined {
    const known = this.lookUp(path, now);
    if (known === undefined) this.counters.misses++;
    else this.counters.hits++;
    return known;
  }

  /** Returns when the page of an expired path ended, if this process has seen it. */
  expiryOf(path: string): Date | undefined {
    return this.expiries.get(path);
  }

  /**
   * Asks the database, and storage if needed. A cached page is returned without waiting for a slow database.
   * @throws DatabaseUnavailable when the page is not cached or may have changed
   */
  async load(path: string): Promise<ReadyPage | UnavailableReason> {
    const loading = this.loadShared(path);
    if (!this.staleOf(path)) return loading;
    const slow = delay(SLOW_MS, undefined, { ref: false }).then(() => this.staleOf(path)?.page ?? loading);
    return Promise.race([loading, slow]);
  }

  /** Concurrent requests for one path share one query. */
  private loadShared(path: string): Promise<ReadyPage | UnavailableReason> {
    const inFlight = this.loading.get(path);
    if (inFlight) return inFlight;
    const loading: Promise<ReadyPage | UnavailableReason> = this.loadOnce(path)
      // After an invalidation the entry may belong to a later query.
      .finally(() => {
        if (this.loading.get(path) === loading) this.loading.delete(path);
      });
    this.loading.set(path, loading);
    return loading;
  }

  /** Marks these paths as changed: the next request for them asks the database. */
  invalidate(paths: readonly string[]): void {
    for (const path of paths) {
      this.unavailable.delete(path);
      this.changes.noteChange(path);
      // A query in flight may have started before the change.
      this.loading.delete(path);
      const cached = this.pages.peek(path);
      // The artifact stays: the changed site may still show it.
      if (cached) Object.assign(cached, { checkedAt: 0 });
    }
  }

  private lookUp(path: string, now: number): ReadyPage | UnavailableReason | undefined {
    const cached = this.pages.get(path);
    if (!cached) return this.unavailable.get(path);
    if (++cached.page.shown.times === RECHECK_AT_VIEWS) this.requestRecheck(cached.page.state);
    const age = now - cached.checkedAt;
    if (age < RECHECK_MS) return cached.page;
    if (this.breaker.isSlow && this.isShownStale(cached, now)) return cached.page;
    if (age >= MAX_STALE_MS) return undefined;
    this.loadShared(path).catch((error: unknown) => {
      this.logger.warn({ err: error, path }, 'asking again about a page failed');
    });
    return cached.page;
  }

  private requestRecheck({ id, path }: SiteState): void {
    this.sites.requestRecheck(id).catch((error: unknown) => {
      this.logger.warn({ err: error, path }, 'a recheck could not be requested');
    });
  }

  private async loadOnce(path: string): Promise<ReadyPage | UnavailableReason> {
    const askedAt = steadyNow();
    const asking = this.breaker.ask(() => this.sites.find(path));
    const found = await this.fromStorageWhileSlow(path, asking);
    if (found) return found;
    let state: SiteState | undefined;
    try {
      state = await asking;
    } catch (error) {
      return this.whileDatabaseUnavailable(path, error);
    }
    const isInvalidated = this.changes.hasChangedSince(path, askedAt);
    const reason = unavailableReason(state, new Date());
    if (!state || reason === 'not-found') return isInvalidated ? 'not-found' : this.forget(path, 'not-found');
    if (reason === 'expired') this.expiries.set(path, state.expiresAt);
    if (reason) return this.forget(path, reason);
    const known = this.pages.peek(path)?.page;
    const page =
      known?.state.storagePath === state.storagePath
        ? updated(known, state)
        : await this.build(state, await this.artifacts.load(state));
    if (!page) return this.forget(path, 'not-found');
    this.unavailable.delete(path);
    this.changes.forgetEnd(path);
    const overtaken = this.changes.hasChangedSince(path, askedAt);
    this.pages.set(path, { page, checkedAt: overtaken ? 0 : askedAt });
    return page;
  }

  private async build(state: SiteState, loaded: LoadedArtifact | undefined): Promise<ReadyPage | undefined> {
    if (!loaded) return undefined;
    const hasOwnOrigin = this.options.origins?.originOf(state.path) !== undefined;
    return readyPage({ state, hasOwnOrigin, ...(hasOwnOrigin ? loaded : await this.shims.into(loaded)) });
  }

  private forget(path: string, reason: UnavailableReason): UnavailableReason {
    const wasPage = this.pages.delete(path);
    this.unavailable.set(path, reason);
    if (wasPage || reason === 'stopped') this.changes.noteEnd(path, reason);
    return reason;
  }

  /** Returns the cached page if it may be shown while the database is not available. */
  private staleOf(path: string): CachedPage | undefined {
    const cached = this.pages.peek(path);
    return cached && this.isShownStale(cached, steadyNow()) ? cached : undefined;
  }

  private isShownStale({ checkedAt }: CachedPage, now: number): boolean {
    return checkedAt > 0 && now - checkedAt < this.options.maxStaleMs;
  }

  private async whileDatabaseUnavailable(path: string, error: unknown): Promise<ReadyPage | UnavailableReason> {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const known = this.staleOf(path)?.page ?? this.changes.endOf(path);
    const queuedAt = steadyNow();
    const read = async () => (steadyNow() - queuedAt > MAX_COLD_WAIT_MS ? undefined : await this.fromManifest(path));
    const found = known ?? (await this.coldReads.pass(read));
    if (!found) throw error;
    return found;
  }

  /** @returns undefined when the database answered in time, the path is in memory, or storage has no manifest */
  private async fromStorageWhileSlow(
    path: string,
    asking: Promise<unknown>,
  ): Promise<ReadyPage | UnavailableReason | undefined> {
    if (this.staleOf(path) || this.changes.endOf(path)) return undefined;
    const answered = Promise.allSettled([asking]);
    const slow = delay(this.breaker.msUntilSlow, 'slow', { ref: false });
    if ((await Promise.race([answered, slow])) !== 'slow') return undefined;
    const read = this.coldReads
      .pass(() => this.fromManifest(path))
      .catch((error: unknown) => {
        this.logger.warn({ err: error, path }, 'storage failed to say what is at a path while the database is slow');
        return undefined;
      });
    return Promise.race([answered.then(() => undefined), read]);
  }

  /** @returns undefined when storage has no manifest, or one that may be older than the last change */
  private async fromManifest(path: string): Promise<ReadyPage | UnavailableReason | undefined> {
    const { unavailableSince = steadyNow() } = this.breaker;
    if (steadyNow() - unavailableSince >= this.options.maxStaleMs) return undefined;
    const manifest = await this.manifests.find(path);
    if (!manifest || this.changes.isOutOfDate(path, manifest.asOf)) return undefined;
    const { site } = manifest;
    const reason = unavailableReason(site, new Date());
    if (site && reason === 'expired') this.expiries.set(path, site.expiresAt);
    if (!site || reason) {
      this.unavailable.set(path, reason ?? 'not-found');
      return reason ?? 'not-found';
    }
    const page = await this.build(site, await this.artifacts.fromStorage(site, SOLE_SOURCE_TIMEOUT_MS));
    if (!page || this.changes.isOutOfDate(path, manifest.asOf)) return undefined;
    // When the database is available again, it is asked before the page is shown.
    this.pages.set(path, { page, checkedAt: Math.min(unavailableSince, steadyNow() - MAX_STALE_MS) });
    return page;
  }
}

function updated(page: ReadyPage, state: SiteState): ReadyPage {
  return isSameState(page.state, state) ? page : readyPage({ ...page, state });
}
