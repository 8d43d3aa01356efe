import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The lines are for the person at the terminal. */
export type Say = (line: string) => void;

/** The machine lacks a program that could not be installed; the message says what to do. */
export class MissingProgramError extends Error {
  override readonly name = 'MissingProgramError';
}

/** Returns the full path of the first of these programs that is on the PATH. */
export async function findOnPath(...names: string[]): Promise<string | undefined> {
  // Daemons are in sbin folders, which are not on everybody's PATH.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/opt/homebrew/bin', '/usr/sbin'];
  for (const name of names) {
    for (const folder of folders.filter(Boolean)) {
      const path = join(folder, name);
      const usable = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (usable) return path;
    }
  }
  return undefined;
}

/** A client without an engine, which many machines have, is not enough. */
export async function dockerAnswers(): Promise<boolean> {
  if (!(await findOnPath('docker'))) return false;
  return run('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: 5_000 }).then(
    ({ stdout }) => stdout.trim() !== '',
    () => false,
  );
}

interface Wanted {
  /** The name reads well in a sentence: "Redis", "Chromium". */
  what: string;
  /** These packages are tried per package manager, in this order. */
  packages: Partial<Record<PackageManager, string[]>>;
}

const PACKAGE_MANAGERS = {
  'apt-get': { refresh: ['update', '-qq'], install: ['install', '-y', '-qq', '--no-install-recommends'], asRoot: true },
  dnf: { refresh: undefined, install: ['install', '-y', '-q'], asRoot: true },
  apk: { refresh: undefined, install: ['add', '--no-cache', '-q'], asRoot: true },
  pacman: { refresh: undefined, install: ['-Sy', '--noconfirm', '--needed'], asRoot: true },
  zypper: { refresh: undefined, install: ['--non-interactive', '--quiet', 'install'], asRoot: true },
  brew: { refresh: undefined, install: ['install', '--quiet'], asRoot: false },
} as const;

type PackageManager = keyof typeof PACKAGE_MANAGERS;

/**
 * Installs a program through the system's package manager, saying so.
 * @throws MissingProgramError when there is no known manager, no right to use it, or it fails
 */
export async function installWithPackageManager({ what, packages }: Wanted, say: Say): Promise<void> {
  for (const manager of Object.keys(PACKAGE_MANAGERS) as PackageManager[]) {
    const names = packages[manager];
    if (!names || !(await findOnPath(manager))) continue;
    const { refresh, install, asRoot } = PACKAGE_MANAGERS[manager];
    const prefix = asRoot && process.getuid?.() !== 0 ? await sudo(what, manager, names) : [];
    say(`${what} is not on this machine: installing ${names.join(' ')} with ${manager}`);
    try {
      if (refresh) await quietly([...prefix, manager, ...refresh]);
      await quietly([...prefix, manager, ...install, ...names]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MissingProgramError(`${what} could not be installed with ${manager}: ${reason}`, { cause: error });
    }
    return;
  }
  throw new MissingProgramError(
    `${what} is not on the PATH, no Docker engine answers, and there is no package manager that I know. ` +
      `Please install ${what} and try again.`,
  );
}

/** Uses `sudo` if it asks for no password: a prompt in the middle of a start would look like a hang. */
async function sudo(what: string, manager: string, names: readonly string[]): Promise<string[]> {
  const allowed = await run('sudo', ['-n', 'true']).then(
    () => true,
    () => false,
  );
  if (allowed) return ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND,RUNLEVEL'];
  throw new MissingProgramError(
    `${what} is not on this machine. Please install it (for example: sudo ${manager} install ${names.join(' ')}) and try again.`,
  );
}

/** Runs a command without showing its output, unless it fails. */
async function quietly([command = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // RUNLEVEL=1 keeps Debian's packages from starting a service of their own: ours runs on another port.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  let tail = '';
  const keep = (chunk: Buffer): void => {
    tail = (tail + chunk.toString()).slice(-1_500);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}\n${tail.trim()}`);
}
