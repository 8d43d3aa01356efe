import { Client } from 'pg';
import type { DataSource } from 'typeorm';

/** Whether Postgres answers over a connection made for this question alone. @throws Error when it does not */
export async function probeDatabase({ options }: DataSource): Promise<void> {
  if (options.type !== 'postgres') throw new Error('not a Postgres');
  const client = new Client({
    connectionString: options.url,
    application_name: 'probe',
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}
