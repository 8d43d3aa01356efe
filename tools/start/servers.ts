import { join } from 'node:path';
import { findRedis, freePort, startPostgresServer, startRedisServer } from '@haru/local-servers';
import { makeDatabases, type Databases } from './databases.js';
import { restartOnExit, type Restarted, type RestartOptions, type Running } from './processes/restart-on-exit.js';
import type { Secrets } from './environment/secrets.js';
import type { Settings } from './environment/settings.js';
import type { StopStack } from './processes/stop-stack.js';

interface ServerOptions extends Pick<RestartOptions, 'say' | 'onRestart' | 'onGiveUp'> {
  settings: Settings;
  secrets: Secrets;
  stops: StopStack;
}

/**
 * PostgreSQL with the services' databases, and the superuser's address. When it ends, it is started again at the same port
 * with the same data. One that `settings.servers` names is used as it is.
 */
export async function startPostgres(
  options: ServerOptions,
): Promise<{ databases: Databases; url: string; server?: Restarted }> {
  const { settings, secrets, say } = options;
  if (settings.servers) {
    const { postgresUrl } = settings.servers;
    return { databases: await makeDatabases(postgresUrl, secrets), url: postgresUrl };
  }
  say('Starting PostgreSQL …');
  const port = await freePort();
  let url = '';
  const server = await startServer('PostgreSQL', options, async (onSpawn) => {
    const running = await startPostgresServer({
      ...{ port, say, onSpawn },
      directory: join(settings.dataDirectory, 'postgres'),
      password: secrets.postgresPassword,
      settings: {
        // Each takes 30 KB, also unused. Replicas open more than the 83 of one process of each kind.
        max_connections: settings.sharesProcesses ? 100 : 200,
        // What does not fit is read from the system's cache.
        shared_buffers: '64MB',
        log_min_duration_statement: 1_000,
        // These processes take 6 MB: nothing is replicated, and one core needs no workers to read.
        io_method: 'sync',
        // Postgres reserves 64 reads for each connection otherwise, and `sync` has one at a time.
        io_max_concurrency: 1,
        max_logical_replication_workers: 0,
      },
    });
    url = running.url;
    return running;
  });
  return { databases: await makeDatabases(url, secrets), url, server };
}

/** When Redis ends, it is started again at the same port with the same data. One that `settings.servers` names is used as it is. */
export async function startRedis(options: ServerOptions): Promise<{ url: string; server?: Restarted }> {
  const { settings, secrets, say } = options;
  if (settings.servers) return { url: settings.servers.redisUrl };
  say('Starting Redis …');
  const port = await freePort();
  const password = secrets.redisPassword;
  const program = await findRedis(say);
  const directory = join(settings.dataDirectory, 'redis');
  const server = await startServer('Redis', options, () => startRedisServer({ program, port, password, directory }));
  return { url: `redis://:${password}@127.0.0.1:${port}`, server };
}

async function startServer(
  name: string,
  { stops, say, onRestart, onGiveUp }: ServerOptions,
  startOnce: (onSpawn: (running: Running) => void) => Promise<Running>,
): Promise<Restarted> {
  const launch: RestartOptions['launch'] = async (onSpawn) => onSpawn(await startOnce(onSpawn));
  const server = restartOnExit({ name, say, onRestart, onGiveUp, launch });
  await stops.add(name, () => server.stop());
  await server.start();
  return server;
}
