import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { endProcess, endWithUs, removeContainerWithUs } from './reaper.js';
import { waitFor } from './wait-for.js';
import { dockerAnswers, findOnPath, installWithPackageManager, MissingProgramError, type Say } from './programs.js';

const IMAGE = 'redis:8';
const NAMES = ['redis-server', 'valkey-server'];
/** This is the first major version with BLMPOP, with which requests are taken. */
const OLDEST_MAJOR = 7;

type RedisProgram = { kind: 'binary'; path: string } | { kind: 'docker' };

/**
 * Finds `redis-server` or `valkey-server` on the PATH, else Docker, else uses the system's package manager, saying so.
 * @throws MissingProgramError with what to do, when none of them has it
 */
export async function findRedis(say: Say): Promise<RedisProgram> {
  const path = await findRecentServer();
  if (path) return { kind: 'binary', path };
  if (await dockerAnswers()) {
    say(`Redis ${OLDEST_MAJOR} or newer is not on the PATH: using ${IMAGE} in Docker`);
    return { kind: 'docker' };
  }
  const packages = ['redis-server'];
  await installWithPackageManager(
    {
      what: 'Redis',
      packages: {
        'apt-get': packages,
        dnf: ['valkey'],
        apk: ['redis'],
        pacman: ['valkey'],
        zypper: ['redis'],
        brew: ['redis'],
      },
    },
    say,
  );
  const installed = await findRecentServer();
  if (installed) return { kind: 'binary', path: installed };
  throw new MissingProgramError(
    `The system's package brings no Redis ${OLDEST_MAJOR} or newer. ` +
      'Please install one (https://redis.io/docs/latest/operate/oss_and_stack/install/) or Docker, and try again.',
  );
}

/** Returns the first server on the PATH that is new enough. */
async function findRecentServer(): Promise<string | undefined> {
  for (const name of NAMES) {
    const path = await findOnPath(name);
    if (path && majorVersionOf(path) >= OLDEST_MAJOR) return path;
  }
  return undefined;
}

/** Reads `Redis server v=7.0.15 sha=…`; 0 for any other text. */
function majorVersionOf(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return Number(/ v=(\d+)/.exec(stdout)?.[1] ?? 0);
}

interface RedisServerOptions {
  program: RedisProgram;
  port: number;
  /** The append-only file is here; the data lives as long as this folder. */
  directory: string;
  password?: string;
  /** Nothing waits for the disk: acknowledged writes outlast a SIGKILL of Redis, but not a crash of the machine. */
  throwAway?: boolean;
}

interface RedisServer {
  /** The process on this machine; with Docker it is the client that holds the container. */
  child: ChildProcess;
  /** Asks it to end, and waits. */
  stop(): Promise<void>;
  /** Sends SIGKILL, and waits. */
  kill(): Promise<void>;
  /** Returns the end of its log. */
  lastOutput(): string;
}

/** Starts a Redis of our own on the loopback interface and waits until it answers. */
export async function startRedisServer(options: RedisServerOptions): Promise<RedisServer> {
  const { program, port, directory } = options;
  await mkdir(directory, { recursive: true });
  const isDocker = program.kind === 'docker';
  const config = join(directory, 'redis.conf');
  await writeFile(config, redisConfig(options, isDocker), { mode: isDocker ? 0o644 : 0o600 });

  // The name is derived from its data: a container that a killed client left running would hold the port and the data.
  const container = `haru-redis-${hash('sha256', directory).slice(0, 12)}`;
  if (isDocker) spawnSync('docker', ['rm', '--force', container], { stdio: 'ignore' });
  const child = isDocker
    ? spawn('docker', [
        ...['run', '--rm', '--name', container, '--publish', `127.0.0.1:${port}:${port}`],
        ...['--volume', `${directory}:/data`, IMAGE, 'redis-server', '/data/redis.conf'],
      ])
    : // It has its own process group: Ctrl-C is for this process, and Redis ends after those who use it.
      spawn(program.path, [config], { cwd: directory, detached: true });
  endWithUs(child, { isServer: true });
  if (isDocker) removeContainerWithUs(container);

  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-2_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  child.on('exit', (code) => (failure ??= new Error(`Redis ended with ${code} while starting:\n${output.trim()}`)));

  const stop = (): Promise<void> => endProcess(child, 'SIGTERM');
  // Docker may have to fetch the image first. A process that ends is noticed immediately.
  const timeoutMs = isDocker ? 600_000 : 60_000;
  try {
    await waitFor(async () => failure ?? redisAnswers(port), { timeoutMs, what: 'Redis to answer' });
  } catch (error) {
    await stop();
    throw error;
  }
  if (failure) throw failure;
  return {
    child,
    stop,
    lastOutput: () => output,
    async kill() {
      if (isDocker) spawnSync('docker', ['kill', '--signal', 'KILL', container], { stdio: 'ignore' });
      await endProcess(child, 'SIGKILL');
    },
  };
}

function redisConfig({ port, directory, password, throwAway }: RedisServerOptions, isDocker: boolean): string {
  return [
    `port ${port}`,
    `bind ${isDocker ? '0.0.0.0' : '127.0.0.1'}`,
    isDocker ? 'protected-mode no' : '',
    `dir ${JSON.stringify(isDocker ? '/data' : directory)}`,
    'appendonly yes',
    throwAway ? 'appendfsync no' : '',
    'save ""',
    'maxmemory-policy noeviction',
    'daemonize no',
    password ? `requirepass ${JSON.stringify(password)}` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Redis serves commands once it neither refuses nor is still loading its data. */
function redisAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const done = (answers: boolean): void => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(1_000, () => done(false));
    socket.on('error', () => done(false));
    // A Redis with a password answers -NOAUTH here, and is up all the same.
    socket.once('data', (chunk) => done(/^(\+PONG|-NOAUTH)/.test(chunk.toString())));
  });
}
