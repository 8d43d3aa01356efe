import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { DatabaseUnavailable, SiteStates } from './site-state.js';

/** While a query takes longer than this, the database counts as slow: cached pages are then shown without waiting. */
export const SLOW_MS = 50;
/** A database that is not available is probed at this interval. */
const PROBE_EVERY_MS = 1_000;

/** Returns ms since 1970 by the clock at the start: ages stay right when the machine's clock is set. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * This is a circuit breaker for queries. After a failure no query is sent until a probe succeeds, and there is one
 * probe at a time. A library does not fit: cockatiel and opossum let a caller wait for the probe, and neither reports a
 * slow query.
 */
@Injectable()
export class DatabaseBreaker {
  private readonly logger = new Logger(DatabaseBreaker.name);
  /** The queries in flight were started then, oldest first. */
  private readonly asked = new Map<symbol, number>();
  private failure: unknown;
  /** The database has been unavailable since then, by `steadyNow`. */
  unavailableSince: number | undefined;

  constructor(
    @Inject(SiteStates) private readonly sites: Pick<SiteStates, 'ping'>,
    @Optional() private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Whether a query would fail, or take long. */
  get isSlow(): boolean {
    return this.msUntilSlow === 0;
  }

  /** Returns how long until the database counts as slow, unless it answers. */
  get msUntilSlow(): number {
    if (this.unavailableSince !== undefined) return 0;
    const [oldest] = this.asked.values();
    return oldest === undefined ? SLOW_MS : Math.max(0, SLOW_MS - (this.clock() - oldest));
  }

  /** @throws DatabaseUnavailable immediately while the database is not available, else what `question` throws */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    if (this.unavailableSince !== undefined)
      throw new DatabaseUnavailable('the database is not asked until a probe succeeds', { cause: this.failure });
    const id = Symbol('question');
    this.asked.set(id, this.clock());
    try {
      return await question();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.open(error);
      throw error;
    } finally {
      this.asked.delete(id);
    }
  }

  private open(failure: DatabaseUnavailable): void {
    if (this.unavailableSince !== undefined) return;
    this.unavailableSince = steadyNow();
    this.failure = failure;
    this.logger.warn({ err: failure }, 'the database is not available, pages are shown from the cache');
    this.probeLater();
  }

  private probeLater(): void {
    setTimeout(() => {
      this.sites.ping().then(
        () => {
          this.unavailableSince = undefined;
          this.logger.log('the database answers again');
        },
        () => this.probeLater(),
      );
    }, PROBE_EVERY_MS).unref();
  }
}
