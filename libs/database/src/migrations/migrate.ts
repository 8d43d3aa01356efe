import { setTimeout as wait } from 'node:timers/promises';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { isPostgresError } from '../error-codes.js';
import { grantServiceRights, type ServiceRights } from './service-rights.js';

/** This is the key of the advisory lock; any number will do as long as every process uses the same. */
const MIGRATION_LOCK = 4_827_113;
/**
 * Everything that needs a table queues behind a migration that waits for it. So a migration waits for two seconds, lets
 * the others pass, and tries again: for five minutes, in which a long report ends.
 */
const LOCK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 100;
/** The names of migrations end with a time in milliseconds. */
const TIMESTAMP_DIGITS = 13;

/**
 * Runs the data source's pending migrations, oldest first, each in a transaction of its own unless it says `transaction
 * = false`. Any number of processes may call it concurrently: one migrates, the others wait and find nothing left to
 * do.
 * @param dataSource connected as the owner of the tables
 * @param options.rights what the services' own role may do afterwards; left out if they connect as the owner
 * @param options.refuseNewer refuses migrations that are not in this list. Without it they are accepted, so that a release can be
 * rolled back
 * @returns the names of the migrations that this call ran
 * @throws DatabaseVersionError when the database was made before the first migration of this list, or is newer
 */
export async function migrate(
  dataSource: DataSource,
  { rights, refuseNewer = false }: { rights?: ServiceRights; refuseNewer?: boolean } = {},
): Promise<string[]> {
  // One connection is for the lock and the migrations: with a pool of one, there would be no second.
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'each';
      await checkVersion(dataSource, executor, refuseNewer);
      const pending = (await executor.getPendingMigrations()).map(({ name }) => name);
      await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await executePending(executor);
      if (rights) await grantServiceRights(runner, rights);
      return pending;
    } finally {
      await runner.query('RESET lock_timeout');
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await runner.release();
  }
}

/** The message says what to do. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
}

async function checkVersion(
  { migrations }: DataSource,
  executor: MigrationExecutor,
  refuseNewer: boolean,
): Promise<void> {
  const names = migrations.map((migration) => migration.name ?? migration.constructor.name);
  const first = Math.min(...names.map((name) => Number(name.slice(-TIMESTAMP_DIGITS))));
  for (const { name, timestamp } of await executor.getExecutedMigrations()) {
    if (timestamp < first) {
      throw new DatabaseVersionError(
        `The database was made before the first release (${name}). Start with empty data: npm start -- --reset`,
      );
    }
    if (refuseNewer && !names.includes(name)) {
      throw new DatabaseVersionError(
        `A newer version of Haru has migrated the database (${name}). Start that version or a newer one, or restore a backup from before the update.`,
      );
    }
  }
}

async function executePending(executor: MigrationExecutor): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isPostgresError(error, 'lockNotAvailable')) throw error;
      await wait(PAUSE_MS);
    }
  }
}
