import type { OwnOrigins } from '@haru/contracts';
import type { Logger } from '@haru/service-runtime';
import { LRUCache } from 'lru-cache';
import { type Absence, absenceOf, type SiteState } from '../sites/site-visibility.js';
import type { ArtifactLoader } from './artifact-loader.js';
import { readyPage, sizeOf, type ReadyPage } from './ready-page.js';
import { StorageShims } from './storage-shim.js';
import { DatabaseAway, isSameState, type SiteStates } from './site-state.js';

/** From this age on a page is asked about in the background while it is still shown. */
const RECHECK_MS = 2_000;
/** At this age it is not shown before the answer is there. With the time of one question this stays under 5 s. */
const TRUST_MS = 4_000;
/** How long a page known before outlives a database that cannot be asked; nobody can change a site meanwhile. */
const DATABASE_AWAY_MS = 60_000;
/** How long it is left alone between two tries. */
const DATABASE_RETRY_MS = 1_000;
/** Unknown and ended paths are remembered, so that scans do not reach the database; briefly, for they may come to be. */
const ABSENCE_MS = 1_000;
const ABSENCES_MAX = 50_000;

interface CachedPage {
  page: ReadyPage;
  /** When the question was asked whose answer confirmed it, in ms. */
  checkedAt: number;
  /** Not asked about again before. */
  leaveUntil: number;
}

/** The pages that this viewer holds ready, bounded in bytes. */
export class PageCache {
  private readonly pages: LRUCache<string, CachedPage>;
  private readonly absences = new LRUCache<string, Absence>({ max: ABSENCES_MAX, ttl: ABSENCE_MS });
  /** When changes were told, for answers that were asked for before. */
  private readonly outdatedAt = new LRUCache<string, number>({ max: ABSENCES_MAX, ttl: TRUST_MS });
  /** Since the start. */
  readonly counters = { hits: 0, misses: 0 };
  private readonly shims = new StorageShims();
  private readonly loading = new Map<string, Promise<ReadyPage | Absence>>();

  constructor(
    maxBytes: number,
    private readonly sites: SiteStates,
    private readonly artifacts: ArtifactLoader,
    private readonly logger: Logger,
    private readonly origins?: OwnOrigins,
  ) {
    this.pages = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ page }) => sizeOf(page) });
  }

  get size(): { bytes: number; pages: number } {
    return { bytes: this.pages.calculatedSize, pages: this.pages.size };
  }

  /** What can be said at once. A page may have ended since it was checked: its state says when. */
  peek(path: string, now: number): ReadyPage | Absence | undefined {
    const known = this.lookUp(path, now);
    if (known === undefined) this.counters.misses++;
    else this.counters.hits++;
    return known;
  }

  /** Asks the database, and storage if need be; all who ask for one path at the same time share one answer. */
  load(path: string): Promise<ReadyPage | Absence> {
    const inHand = this.loading.get(path);
    if (inHand) return inHand;
    const loading: Promise<ReadyPage | Absence> = this.loadOnce(path)
      // Only its own entry: after a change a later question may stand there.
      .finally(() => {
        if (this.loading.get(path) === loading) this.loading.delete(path);
      });
    this.loading.set(path, loading);
    return loading;
  }

  /** What is known of these paths is out of date: the next to ask gets a fresh answer. */
  outdate(paths: readonly string[]): void {
    for (const path of paths) {
      this.absences.delete(path);
      // A question that is under way may have been asked before the change.
      this.loading.delete(path);
      const cached = this.pages.peek(path);
      // The artifact stays: it may be shown again at once.
      if (cached) Object.assign(cached, { checkedAt: 0, leaveUntil: 0 });
      this.outdatedAt.set(path, Date.now());
    }
  }

  private lookUp(path: string, now: number): ReadyPage | Absence | undefined {
    const cached = this.pages.get(path);
    if (!cached) return this.absences.get(path);
    const age = now - cached.checkedAt;
    if (age < RECHECK_MS || now < cached.leaveUntil) return cached.page;
    if (age >= TRUST_MS) return undefined;
    this.load(path).catch((error: unknown) => {
      this.logger.warn({ err: error, path }, 'asking again about a page failed');
    });
    return cached.page;
  }

  private async loadOnce(path: string): Promise<ReadyPage | Absence> {
    const askedAt = Date.now();
    let state: SiteState | undefined;
    try {
      state = await this.sites.find(path);
    } catch (error) {
      return this.whileDatabaseAway(path, error);
    }
    const isOutdated = (this.outdatedAt.get(path) ?? 0) >= askedAt;
    const absence = absenceOf(state, new Date());
    if (!state || absence === 'not-found') return isOutdated ? 'not-found' : this.forget(path, 'not-found');
    if (absence) return this.forget(path, absence);
    const known = this.pages.peek(path)?.page;
    const page = known?.state.storagePath === state.storagePath ? updated(known, state) : await this.build(state);
    if (!page) return this.forget(path, 'not-found');
    this.absences.delete(path);
    const overtaken = (this.outdatedAt.get(path) ?? 0) >= askedAt;
    this.pages.set(path, { page, checkedAt: overtaken ? 0 : askedAt, leaveUntil: 0 });
    return page;
  }

  private async build(state: SiteState): Promise<ReadyPage | undefined> {
    const loaded = await this.artifacts.load(state);
    if (!loaded) return undefined;
    const hasOwnOrigin = this.origins?.originOf(state.path) !== undefined;
    return readyPage({ state, hasOwnOrigin, ...(hasOwnOrigin ? loaded : await this.shims.into(loaded)) });
  }

  private forget(path: string, absence: Absence): Absence {
    this.pages.delete(path);
    this.absences.set(path, absence);
    return absence;
  }

  private whileDatabaseAway(path: string, error: unknown): ReadyPage {
    const cached = error instanceof DatabaseAway ? this.pages.peek(path) : undefined;
    const now = Date.now();
    if (!cached || now - cached.checkedAt >= DATABASE_AWAY_MS) throw error;
    this.logger.warn({ err: error, path }, 'the database cannot be asked, showing the page as last known');
    cached.leaveUntil = now + DATABASE_RETRY_MS;
    return cached.page;
  }
}

function updated(page: ReadyPage, state: SiteState): ReadyPage {
  return isSameState(page.state, state) ? page : readyPage({ ...page, state });
}
