import { Client } from 'pg';
import type { PostgresServer } from '@haru/testing';
import type { Secrets } from './secrets.js';

export interface DatabaseUrls {
  auth: string;
  sites: string;
}

/** Makes what is missing of the services' databases, each with an owner of its own who can enter no other. */
export async function makeDatabases(postgres: PostgresServer, secrets: Secrets): Promise<DatabaseUrls> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return {
      auth: await makeDatabase(client, postgres, 'haru_auth', secrets.authDatabasePassword),
      sites: await makeDatabase(client, postgres, 'haru_sites', secrets.sitesDatabasePassword),
    };
  } finally {
    await client.end();
  }
}

async function makeDatabase(client: Client, postgres: PostgresServer, name: string, password: string): Promise<string> {
  const { rows: roles } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  const verb = roles.length ? 'ALTER' : 'CREATE';
  await client.query(`${verb} ROLE ${name} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  const { rows: databases } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (!databases.length) await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
  await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  const url = new URL(postgres.url);
  url.username = name;
  url.password = password;
  url.pathname = `/${name}`;
  return url.href;
}
