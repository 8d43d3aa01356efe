import { setTimeout as wait } from 'node:timers/promises';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
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
 * @param rights what the services' own role may do afterwards; left out if they connect as the owner
 * @returns the names of the migrations that this call ran
 * @throws Error when the database was made before the first migration of this list
 */
export async function migrate(dataSource: DataSource, rights?: ServiceRights): Promise<string[]> {
  // One connection is for the lock and the migrations: with a pool of one, there would be no second.
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'each';
      await rejectOlderDatabase(dataSource, executor);
      const pending = (await executor.getPendingMigrations()).map(({ name }) => name);
      await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await executePending(executor);
      if (rights) await grantServiceRights(runner, rights);
      return pending;
    } finally {
      await unlock(runner);
    }
  } finally {
    await runner.release();
  }
}

/** Migrations that a later release added are accepted, so that a release can be rolled back. */
async function rejectOlderDatabase({ migrations }: DataSource, executor: MigrationExecutor): Promise<void> {
  const first = Math.min(...migrations.map(({ name = '' }) => Number(name.slice(-TIMESTAMP_DIGITS))));
  const older = (await executor.getExecutedMigrations()).find(({ timestamp }) => timestamp < first);
  if (!older) return;
  throw new Error(
    `The database was made before the first release (${older.name}). Start with empty data: npm start -- --reset`,
  );
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

async function unlock(runner: QueryRunner): Promise<void> {
  await runner.query('RESET lock_timeout');
  await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
}
