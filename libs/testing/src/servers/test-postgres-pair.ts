import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort, startPostgresServer, temporaryDirectory, waitFor, type PostgresServer } from '@haru/local-servers';

/** The standby has every commit of the primary before it is acknowledged. */
export interface PostgresPair {
  /** It lists both addresses, the primary's last. */
  url: string;
  /** Each names one server; the standby's is useful after the failover. */
  primaryUrl: string;
  standbyUrl: string;
  /** Kills the primary; then the standby becomes the primary. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts two real servers with streaming replication between them. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const directory = await temporaryDirectory('haru-postgres-pair-');
  const password = randomBytes(12).toString('hex');
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const server = (name: string, port: number, settings: Record<string, string>): Promise<PostgresServer> =>
    startPostgresServer({
      directory: join(directory.path, name),
      port,
      password,
      settings: { shared_buffers: '16MB', max_connections: 50, ...settings },
      throwAway: true,
    });
  // A copy of a cleanly stopped cluster is a base backup. Its owner may be another user.
  await (await server('primary', primaryPort, {})).stop();
  execFileSync('cp', ['-a', join(directory.path, 'primary'), join(directory.path, 'standby')]);
  await writeFile(join(directory.path, 'standby/standby.signal'), '');
  const primary = await server('primary', primaryPort, {
    synchronous_commit: 'on',
    synchronous_standby_names: '*',
  });
  const standby = await server('standby', standbyPort, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`,
  });
  await waitFor(
    async () => (await answerOf(primary.url, 'SELECT FROM pg_stat_replication WHERE sync_state = $$sync$$')) > 0,
    { what: 'the standby to follow the primary' },
  );
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${standbyPort},127.0.0.1:${primaryPort}/postgres?target_session_attrs=read-write`,
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    async failOver() {
      primary.child.kill('SIGKILL');
      await answerOf(standby.url, 'SELECT pg_promote()');
    },
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      await directory.remove();
    },
  };
}

/** @returns how many rows there were */
async function answerOf(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
