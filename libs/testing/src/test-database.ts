import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { TEST_POSTGRES_VARIABLE } from './test-postgres.js';

export interface TestDatabase {
  /** `postgres://user:password@host:port/database`, with every right in it. */
  url: string;
  /** The same with a role that has no right yet: what services connect with, once `migrate` has given it its rights. */
  serviceUrl: string;
  /** Ends the database's sessions and removes it and its role. */
  drop(): Promise<void>;
}

/** An empty database of the test's own, on the Postgres that the test run shares. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[TEST_POSTGRES_VARIABLE];
  if (!serverUrl) {
    throw new Error(`${TEST_POSTGRES_VARIABLE} is not set: jest.preset.mjs starts the test Postgres and sets it.`);
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await administer(serverUrl, `CREATE DATABASE ${name}`);
  await administer(serverUrl, `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const serviceUrl = new URL(url);
  serviceUrl.username = name;
  serviceUrl.password = password;
  return {
    url: url.href,
    serviceUrl: serviceUrl.href,
    async drop() {
      await administer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await administer(serverUrl, `DROP ROLE IF EXISTS ${name}`);
    },
  };
}

/** Runs one statement over a connection of its own, to look at rows from outside the service under test. */
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

async function administer(serverUrl: string, statement: string): Promise<void> {
  await query(serverUrl, statement);
}
