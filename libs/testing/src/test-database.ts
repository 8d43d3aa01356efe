import { hash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { TEST_POSTGRES_VARIABLE } from './servers/test-postgres.js';
import { spawnTypeScript } from './servers/test-process.js';

export interface TestDatabase {
  /** The form is `postgres://user:password@host:port/database`, with every right in the database. */
  url: string;
  /** Services connect with this role, which has no right until `migrate` has granted its rights. */
  serviceUrl: string;
  /** Ends the database's sessions and removes it and its role. */
  drop(): Promise<void>;
}

/** Makes an empty database for the test, on the Postgres that the test run shares. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(testServerUrl(), '', '');
}

/**
 * Makes a database for the test with the tables and rights that an app's migrations make. They run once for each test
 * Postgres; the databases are copies, which takes a tenth of the time.
 * @param migrateFile the app's `migrate.ts`, which takes DATABASE_URL and MIGRATION_DATABASE_URL
 */
export async function createMigratedDatabase(migrateFile: URL): Promise<TestDatabase> {
  const serverUrl = testServerUrl();
  const template = `template_${hash('sha256', migrateFile.href).slice(0, 12)}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    // Specs run in several processes; the first one makes the template.
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (!rowCount) await makeTemplate(client, serverUrl, template, migrateFile);
  } finally {
    await client.end();
  }
  return createDatabase(serverUrl, `TEMPLATE ${template}`, `IN ROLE ${template}`);
}

/** Templates are made under the advisory lock with this key. */
const TEMPLATE_LOCK = 7_204_519;

async function makeTemplate(client: Client, serverUrl: string, template: string, migrateFile: URL): Promise<void> {
  // It gets its name only when it is complete.
  const unfinished = `${template}_unfinished`;
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await client.query(`DROP ROLE IF EXISTS ${template}`);
  await client.query(`CREATE DATABASE ${unfinished}`);
  await client.query(`CREATE ROLE ${template} NOLOGIN`);
  const env = {
    DATABASE_URL: addressOf(serverUrl, unfinished, template, 'unused'),
    MIGRATION_DATABASE_URL: addressOf(serverUrl, unfinished),
  };
  const migration = spawnTypeScript(migrateFile, { env });
  const { code } = await migration.exited;
  if (code !== 0) throw new Error(`${migrateFile.pathname} failed:\n${migration.lines.join('\n')}`);
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
}

async function createDatabase(serverUrl: string, template: string, inRole: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await query(serverUrl, `CREATE DATABASE ${name} ${template}`);
  await query(serverUrl, `CREATE ROLE ${name} LOGIN PASSWORD '${password}' ${inRole}`);
  return {
    url: addressOf(serverUrl, name),
    serviceUrl: addressOf(serverUrl, name, name, password),
    async drop() {
      await query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await query(serverUrl, `DROP ROLE IF EXISTS ${name}`);
    },
  };
}

/** @throws Error when no test Postgres runs */
function testServerUrl(): string {
  const serverUrl = process.env[TEST_POSTGRES_VARIABLE];
  if (serverUrl) return serverUrl;
  throw new Error(`${TEST_POSTGRES_VARIABLE} is not set: jest.preset.mjs starts the test Postgres and sets it.`);
}

/** Returns the address of a database of this server; without a user, with the server's own. */
function addressOf(serverUrl: string, database: string, user?: string, password = ''): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (user !== undefined) Object.assign(url, { username: user, password });
  return url.href;
}

/** Runs one statement over a connection of its own, to read rows from outside the service under test. */
export async function query<Row extends object>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
