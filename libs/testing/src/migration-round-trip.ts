import type { DataSource } from 'typeorm';
import { tableColumns } from './table-columns.js';

/** Migrations are run, reverted and run again. */
interface MigrationRoundTrip {
  /** Each run lists the names of its migrations. */
  runs: string[][];
  /** The entities define these columns. */
  defined: string[];
  /** The tables have these columns after each run. */
  columns: string[][];
  /** These remain after the migrations were reverted. */
  reverted: string[];
}

/** @param run runs all migrations and returns their names */
export async function migrationRoundTrip(
  dataSource: DataSource,
  run: (dataSource: DataSource) => Promise<string[]>,
): Promise<MigrationRoundTrip> {
  const first = await run(dataSource);
  const { defined, actual } = await tableColumns(dataSource);
  for (const _ of first) await dataSource.undoLastMigration();
  const reverted = (await tableColumns(dataSource)).actual;
  const second = await run(dataSource);
  return {
    runs: [first, second],
    defined,
    columns: [actual, (await tableColumns(dataSource)).actual],
    reverted,
  };
}
