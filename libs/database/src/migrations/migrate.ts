import { MigrationExecutor, type DataSource } from 'typeorm';
import { grantServiceRights, type ServiceRights } from './service-rights.js';

/** Key of the advisory lock; any number will do as long as every process uses the same. */
const MIGRATION_LOCK = 4_827_113;

/**
 * Runs the data source's pending migrations, oldest first, each in its own transaction.
 * Any number of processes may call it concurrently: one migrates, the others wait and find nothing left to do.
 * @param dataSource connected as the owner of the tables
 * @param rights what the services' own role may do afterwards; left out where they connect as the owner
 * @returns the names of the migrations that this call ran
 */
export async function migrate(dataSource: DataSource, rights?: ServiceRights): Promise<string[]> {
  // One connection for the lock and the migrations: with a pool of one, a second would never come.
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'each';
      const ran = await executor.executePendingMigrations();
      if (rights) await grantServiceRights(runner, rights);
      return ran.map((migration) => migration.name);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await runner.release();
  }
}
