import { randomBytes } from 'node:crypto';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  dockerAnswers,
  endProcess,
  endWithUs,
  freePort,
  removeContainerWithUs,
  temporaryDirectory,
  waitFor,
} from '@haru/local-servers';

const IMAGE = 'versity/versitygw:v1';
const PORT_IN_CONTAINER = 7070;
/** s3rver has one account and expects this. */
const KEY = 'S3RVER';
const OBJECT = '._S3rver_object';
const METADATA = '._S3rver_metadata.json';

/** The test has its own S3 server, which it may stop and kill. */
export interface TestS3 {
  /** The form is `http://127.0.0.1:port`; it stays the same over restarts. */
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Each bucket is a folder here. */
  directory: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, with its data, after `kill`. */
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  stop(): Promise<void>;
}

/** Starts a real S3 server without buckets: a container if a Docker engine answers, else the one npm installed. */
export async function startS3(): Promise<TestS3> {
  const directory = await temporaryDirectory('haru-s3-');
  const port = await freePort();
  let launch = (await dockerAnswers()) ? launchContainer : launchS3rver;
  let server = await launch(port, directory.path).catch((error: unknown) => {
    if (launch === launchS3rver) throw error;
    console.error(`Docker answers but runs no ${IMAGE}: the s3rver that npm installed is taken. ${String(error)}`);
    launch = launchS3rver;
    return launch(port, directory.path);
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: KEY,
    secretAccessKey: KEY,
    directory: directory.path,
    kill: () => server.kill(),
    async start() {
      server = await launch(port, directory.path);
    },
    async stop() {
      await server.kill();
      await directory.remove();
    },
  };
}

interface Launched {
  kill(): Promise<void>;
}

async function launchS3rver(port: number, directory: string): Promise<Launched> {
  await removeTornObjects(directory);
  const main = createRequire(import.meta.url).resolve('s3rver');
  const program = join(dirname(main), '../bin/s3rver.js');
  const options = ['--directory', directory, '--address', '127.0.0.1', '--port', String(port), '--silent'];
  // It makes its page tokens with DES, which OpenSSL 3 has in its legacy part only.
  const args = ['--openssl-legacy-provider', '--no-deprecation', program, ...options, '--no-vhost-buckets'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  endWithUs(child, { isServer: true });
  await untilItAnswers(child, port);
  return { kill: () => endProcess(child, 'SIGKILL') };
}

/**
 * The server writes an object and its metadata one after the other; killed in between, it can no longer list its
 * bucket. No client had an acknowledgement of such an object, and any other store drops it when it restarts.
 */
async function removeTornObjects(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true });
  const objects = files.filter((file) => file.endsWith(OBJECT)).map((file) => join(directory, file));
  for (const object of objects) {
    const parts = [object.slice(0, -OBJECT.length) + METADATA, `${object}.md5`];
    const texts = await Promise.all(parts.map((part) => readFile(part, 'utf8').catch(() => '')));
    if (isJson(texts[0]) && texts[1]) continue;
    await Promise.all([object, ...parts].map((part) => rm(part, { force: true })));
  }
}

function isJson(text = ''): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function launchContainer(port: number, directory: string): Promise<Launched> {
  const name = `haru-s3-${randomBytes(4).toString('hex')}`;
  const child = spawn(
    'docker',
    [
      ...['run', '--rm', '--name', name, '--publish', `127.0.0.1:${port}:${PORT_IN_CONTAINER}`],
      ...['--env', `ROOT_ACCESS_KEY=${KEY}`, '--env', `ROOT_SECRET_KEY=${KEY}`],
      ...['--volume', `${directory}:/data`, IMAGE, 'posix', '/data'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  endWithUs(child, { isServer: true });
  removeContainerWithUs(name);
  await untilItAnswers(child, port);
  return {
    async kill() {
      spawnSync('docker', ['kill', '--signal', 'KILL', name], { stdio: 'ignore' });
      await endProcess(child, 'SIGKILL');
    },
  };
}

async function untilItAnswers(child: ChildProcess, port: number): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  child.on(
    'exit',
    (code) => (failure ??= new Error(`the S3 server ended with ${code} while starting:\n${said.trim()}`)),
  );
  const answers = async (): Promise<true | Error> => {
    if (failure) return failure;
    // Any answer will do: without a signature it is a refusal.
    await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
    return true;
  };
  await waitFor(answers, { timeoutMs: 60_000, what: 'the S3 server to answer' });
  if (failure) throw failure;
}
