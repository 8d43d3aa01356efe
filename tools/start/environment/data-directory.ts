import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { isRunning, waitFor } from '@haru/local-servers';
import { root } from '../../common/workspace.js';
import { StartError } from './settings.js';

/** `npm start` writes only these, and `--reset` moves only these aside. */
const CONTENTS = [
  'postgres',
  'redis',
  'html',
  'mail',
  'logs',
  'version',
  'secrets.json',
  'secrets.json.new',
  'dev.json',
  'dev.json.new',
];
const LOCK = 'start.pid';
/** A running start listens here, so that one in another container, whose process numbers differ, finds it. */
const SOCKET = 'start.sock';
export const VERSION = 'version';

export interface DataDirectory {
  /** The version of Haru that used the data last; undefined when there are none, or when it is not known. */
  madeBy: string | undefined;
  /** Writes down that this version has migrated the data. */
  noteVersion(): Promise<void>;
  /** Releases the lock. */
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process, and removes what a killed start left in it.
 * @throws StartError when another start has it, or a newer version made its data.
 */
export async function takeDataDirectory(
  directory: string,
  reset: boolean,
  version = versionOfThis(),
): Promise<DataDirectory> {
  const release = await lockDataDirectory(directory);
  if (reset) await moveAside(directory);
  const madeBy = await versionOf(directory);
  try {
    refuseNewerData(madeBy ?? version, version);
  } catch (error) {
    await release();
    throw error;
  }
  await rm(join(directory, 'dev.json'), { force: true });
  for (const name of ['logs', 'html', 'mail', 'redis'])
    await mkdir(join(directory, name), { recursive: true, mode: 0o700 });
  return {
    madeBy,
    noteVersion: () => writeFile(join(directory, VERSION), `${version}\n`),
    release,
  };
}

/** @returns a function that releases the lock. @throws StartError when another start has it */
export async function lockDataDirectory(directory: string): Promise<() => Promise<void>> {
  // The user that PostgreSQL runs as must be able to enter it; others cannot list it.
  await mkdir(directory, { recursive: true, mode: 0o711 });
  const lock = join(directory, LOCK);
  const socket = join(directory, SOCKET);
  for (;;) {
    try {
      await writeFile(lock, await identityOf(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (!existsSync(lock)) continue;
      const holder = await readFile(lock, 'utf8').catch(() => '');
      const pid = Number.parseInt(holder, 10);
      if ((pid && isRunning(pid) && holder === (await identityOf(pid))) || (await isAnswered(socket))) {
        throw new StartError(`Haru runs already with the data in ${directory} (process ${pid}). Stop it first.`, {
          cause: error,
        });
      }
      await unlink(lock);
    }
  }
  await rm(socket, { force: true });
  // Some file systems have no sockets, and no path of one may be longer than 107 bytes.
  const server = createServer((client) => client.destroy()).on('error', () => undefined);
  server.listen(socket).unref();
  await stopForgottenPostgres(join(directory, 'postgres'));
  return () => {
    server.close();
    return rm(lock, { force: true });
  };
}

function isAnswered(socket: string): Promise<boolean> {
  const client = connect(socket);
  return once(client, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.destroy());
}

/**
 * Names a process by its number and the time of its start, where the system tells it. In a container numbers begin at 1
 * at each start, so that another process or thread may have the number of one that was killed.
 */
async function identityOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program before `)` may have spaces. The start time is field 22, and field 3 follows the name.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${started}`;
}

/** Moves the data into a folder beside them. */
export async function moveAside(directory: string): Promise<void> {
  const present = (await readdir(directory)).filter((name) => CONTENTS.includes(name));
  const aside = join(directory, `before-${new Date().toISOString().replaceAll(':', '-')}`);
  if (present.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of present) await rename(join(directory, name), join(aside, name));
}

export const versionOfThis = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

async function versionOf(directory: string): Promise<string | undefined> {
  const file = join(directory, VERSION);
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
}

/** A newer version may have changed the databases in a way that this one cannot read. */
function refuseNewerData(made: string, version: string): void {
  if (made.localeCompare(version, 'en', { numeric: true }) > 0) {
    throw new StartError(
      `The data were made by Haru ${made}, and this is ${version}. Start ${made} or newer, or restore a backup from before the update.`,
    );
  }
}

/**
 * A Postgres whose start was killed together with everything that watches over it still has its lock file.
 * Its number may by then be another program's (in a container they begin at 1 again), and Postgres would wait for that.
 */
async function stopForgottenPostgres(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
  if (await isProgram(pid, 'postgres')) {
    process.kill(pid, 'SIGINT');
    await waitFor(() => !isRunning(pid), { timeoutMs: 20_000, what: 'the PostgreSQL of an earlier start to end' });
  }
  await rm(file, { force: true });
}

/** Whether this process runs and is what we take it for; where the system does not tell, it counts as ours. */
async function isProgram(pid: number, part: string): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return commandLine === undefined ? process.platform !== 'linux' : commandLine.includes(part);
}
