import type { Client } from 'pg';
import { withClient } from '../backup/checks.js';
import type { Secrets } from './environment/secrets.js';

/** What the services connect with. */
export interface DatabaseUrls {
  auth: string;
  sites: string;
  feedback: string;
}

export interface Databases {
  urls: DatabaseUrls;
  /** What their migrations connect with: the owners of the tables. */
  ownerUrls: DatabaseUrls;
}

/**
 * Makes what is missing of the services' databases, as the superuser of this address. Each has an owner, who makes the tables, and a role for the services,
 * whose rights the migrations give; neither can enter another database.
 */
export async function makeDatabases(postgresUrl: string, secrets: Secrets): Promise<Databases> {
  const databases: Databases = {
    urls: { auth: '', sites: '', feedback: '' },
    ownerUrls: { auth: '', sites: '', feedback: '' },
  };
  for (const name of ['auth', 'sites', 'feedback'] as const) {
    const password = secrets[`${name}DatabasePassword`];
    const made = await makeDatabase(postgresUrl, `haru_${name}`, password, secrets.databaseOwnerPassword);
    databases.urls[name] = made.url;
    databases.ownerUrls[name] = made.ownerUrl;
  }
  return databases;
}

async function makeDatabase(
  postgresUrl: string,
  name: string,
  password: string,
  ownerPassword: string,
): Promise<{ url: string; ownerUrl: string }> {
  const owner = `${name}_owner`;
  await withClient(postgresUrl, new URL(postgresUrl).pathname.slice(1), async (client) => {
    await makeRole(client, owner, ownerPassword);
    await makeRole(client, name, password);
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    await client.query(
      `${rows.length ? 'ALTER' : 'CREATE'} DATABASE ${name} ${rows.length ? 'OWNER TO' : 'OWNER'} ${owner}`,
    );
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${name}`);
  });
  return {
    url: addressOf(postgresUrl, name, name, password),
    ownerUrl: addressOf(postgresUrl, name, owner, ownerPassword),
  };
}

async function makeRole(client: Client, name: string, password: string): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  const verb = rows.length ? 'ALTER' : 'CREATE';
  await client.query(`${verb} ROLE ${name} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
}

function addressOf(postgresUrl: string, database: string, user: string, password: string): string {
  const url = new URL(postgresUrl);
  return Object.assign(url, { username: user, password, pathname: `/${database}` }).href;
}
