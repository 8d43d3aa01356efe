import { readFile } from 'node:fs/promises';
import { withTemporarySystem } from '../../start/temporary-system.js';
import type { System, SystemDescription } from '../../start/system.js';

export const say = (line: string): void => console.log(`  ${line}`);

/** A number from the environment, such as BENCH_ROUNDS. */
export function setting(variable: string, otherwise: number): number {
  return Number(process.env[variable] ?? otherwise);
}

/** Whether the environment chooses this name: by a part of it, and all where it chooses none. */
export function isChosen(variable: string, name: string): boolean {
  return name.includes(process.env[variable] ?? '');
}

type Cells = Record<string, string | number>;

/** A row of a table. What is checked against a limit is shown as well. */
export class Row {
  constructor(
    private readonly what: string,
    private readonly cells: Cells,
    private readonly faults: string[],
  ) {}

  show(cells: Cells): this {
    const entries = Object.entries(cells).map(([name, value]) => [
      name,
      typeof value === 'number' ? rounded(value) : value,
    ]);
    Object.assign(this.cells, Object.fromEntries(entries));
    return this;
  }

  atMost(limit: number, figure: string, value: number): this {
    return this.check(value <= limit, figure, value, `at most ${limit} is allowed`);
  }

  atLeast(limit: number, figure: string, value: number): this {
    return this.check(value >= limit, figure, value, `at least ${limit} is needed`);
  }

  none(figure: string, count: number): this {
    return this.check(count === 0, figure, count, 'none is allowed');
  }

  private check(isWithin: boolean, figure: string, value: number, limit: string): this {
    if (!isWithin) this.faults.push(`${this.what}: ${figure} ${rounded(value)}, ${limit}`);
    return this.show({ [figure]: value });
  }
}

/** With two decimals where it is small. */
const rounded = (value: number): number => Number(value.toFixed(Math.abs(value) < 100 ? 2 : 0));

/** The tables of a bench, and what was outside its limits. */
export class Bench {
  readonly faults: string[] = [];
  private readonly tables = new Map<string, Cells[]>();

  /** Adds a row to a table, which is named after its first column. */
  row(column: string, what: string): Row {
    const cells: Cells = { [column]: what };
    this.tables.set(column, [...(this.tables.get(column) ?? []), cells]);
    return new Row(what, cells, this.faults);
  }

  print(success: string): void {
    for (const rows of this.tables.values()) console.table(rows);
    for (const fault of this.faults) console.log(`FAILED: ${fault}`);
    if (this.faults.length === 0) console.log(success);
  }
}

/**
 * Runs a bench, prints its tables and faults, and ends the process: with 0 where everything was within the limits.
 * @param success what is true where nothing was outside the limits
 */
export async function runBench(success: string, run: (bench: Bench) => Promise<void>): Promise<never> {
  const bench = new Bench();
  await run(bench);
  bench.print(success);
  process.exit(bench.faults.length > 0 ? 1 : 0);
}

/** A system of its own with empty data. */
export function withSystem(use: (system: System) => Promise<void>, env?: Record<string, string>): Promise<void> {
  return withTemporarySystem(say, use, env);
}

/** A process that has ended meanwhile has another id by now. */
export async function describe(system: System): Promise<SystemDescription> {
  return JSON.parse(await readFile(system.descriptionFile, 'utf8')) as SystemDescription;
}

/** The limits per client and account would refuse the load. Every process reads them from our own environment. */
const NO_LIMITS = {
  AUTH_RATE_LIMITS: '1000000',
  PUBLISH_LIMITS: JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 }),
  STORAGE_SOFT_LIMIT_BYTES: '0',
  GATEWAY_LARGE_PAGES_MIB_PER_SECOND: '0',
};

export const withUnlimitedSystem: typeof withSystem = (use, env) => {
  Object.assign(process.env, NO_LIMITS);
  return withSystem(use, env);
};

/** The environment that gives every service and worker so many replicas. */
export function replicas(count: number | string): Record<string, string> {
  const parts = ['AUTH_SERVICE', 'AUTH_WORKER', 'SITES_SERVICE', 'SITES_WORKER', 'FEEDBACK_SERVICE', 'FEEDBACK_WORKER'];
  return Object.fromEntries(parts.map((part) => [`${part}_REPLICAS`, String(count)]));
}
