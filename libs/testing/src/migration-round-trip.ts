import type { DataSource } from 'typeorm';
import { tableColumns } from './table-columns.js';

/** What migrations do when they are run, reverted and run again. */
interface MigrationRoundTrip {
  /** The names of the migrations, each time that they were run. */
  runs: string[][];
  /** The columns as the entities define them. */
  defined: string[];
  /** As they are after each run. */
  columns: string[][];
  /** After the migrations were reverted. */
  reverted: string[];
}

/** @param run runs all migrations. @returns their names */
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
