import type { DataSource } from 'typeorm';
import { WatchedClient } from './watched-client.js';

/** Asks Postgres over a connection made for this question alone. @throws Error when it does not answer */
export async function probeDatabase({ options }: DataSource): Promise<void> {
  const { severalAddresses } = options.extra as { severalAddresses: string };
  const client = new WatchedClient({
    connectionString: severalAddresses,
    application_name: 'probe',
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}
