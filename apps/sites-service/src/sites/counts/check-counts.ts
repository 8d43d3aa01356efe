import { type CheckOutcome, checkOutcomes, type PageRuleSettings, type Safety } from '@haru/contracts';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { Setting } from '../../settings.js';

/** A process that dies loses at most this much of its counts. */
const WRITE_MS = 10_000;
const FRESH_MS = 60_000;

const ADD = `
  INSERT INTO check_counts AS known (day, outcome, count)
  SELECT (now() AT TIME ZONE 'Asia/Tokyo')::date, outcome, count FROM unnest($1::text[], $2::bigint[]) AS given (outcome, count)
  ORDER BY outcome
  ON CONFLICT (day, outcome) DO UPDATE SET count = known.count + EXCLUDED.count`;

const BY_YEAR = `
  SELECT extract(year FROM day)::int AS year, outcome, sum(count)::int AS count FROM check_counts
  GROUP BY 1, 2 ORDER BY 1 DESC`;

interface YearRow {
  year: number;
  outcome: CheckOutcome;
  count: number;
}

/** Counts outcomes in memory and writes them every ten seconds, so that publishing does not wait for it. */
@Injectable()
export class CheckCounts implements BeforeApplicationShutdown {
  private readonly logger = new Logger(CheckCounts.name);
  private readonly added = new Map<CheckOutcome, number>();
  private readonly timer: NodeJS.Timeout;
  private readonly known = new LRUCache<'safety', Safety>({ max: 1, ttl: FRESH_MS, fetchMethod: () => this.read() });

  constructor(
    private readonly dataSource: DataSource,
    @Setting('PAGE_RULES') private readonly rules: Pick<PageRuleSettings, 'version'>,
  ) {
    this.timer = setInterval(() => {
      this.write().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'the counts of checks could not be written; they are kept');
      });
    }, WRITE_MS).unref();
  }

  add(outcome: CheckOutcome): void {
    this.added.set(outcome, (this.added.get(outcome) ?? 0) + 1);
  }

  /** Keeps the counts for the next write when the database fails. */
  async write(): Promise<void> {
    const counts = [...this.added];
    if (counts.length === 0) return;
    this.added.clear();
    try {
      await this.dataSource.query(ADD, [counts.map(([outcome]) => outcome), counts.map(([, count]) => count)]);
    } catch (error) {
      for (const [outcome, count] of counts) this.added.set(outcome, (this.added.get(outcome) ?? 0) + count);
      throw error;
    }
  }

  /** Reads the table at most once a minute. */
  getSafety(): Promise<Safety> {
    return this.known.forceFetch('safety');
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  private async read(): Promise<Safety> {
    const rows = await this.dataSource.query<YearRow[]>(BY_YEAR);
    const years = [...Map.groupBy(rows, ({ year }) => year)].map(([year, ofYear]) => ({ year, ...countsOf(ofYear) }));
    return { rules_version: this.rules.version, years };
  }
}

function countsOf(rows: readonly YearRow[]): Record<CheckOutcome, number> {
  const counts = checkOutcomes.map((outcome) => [outcome, rows.find((row) => row.outcome === outcome)?.count ?? 0]);
  return Object.fromEntries(counts) as Record<CheckOutcome, number>;
}
