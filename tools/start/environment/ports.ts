import { execFile } from 'node:child_process';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { isSystemError } from '@haru/local-servers';
import { StartError } from './settings.js';

interface WantedPort {
  port: number;
  /** What it is for, as in "the app". */
  what: string;
  /** The environment variable that moves it. */
  variable: string;
}

/** @throws StartError naming every port that is taken, by whom, and how to use another. */
export async function checkPorts(wanted: readonly WantedPort[], host: string): Promise<void> {
  const faults: string[] = [];
  for (const { port, what, variable } of wanted) {
    // `localhost` is ::1 for many programs, so a server there would get our visitors.
    const hosts = host === '127.0.0.1' ? [host, '::1'] : [host];
    const problems = await Promise.all(hosts.map((address) => whyNot(port, address)));
    const problem = problems.find(Boolean);
    if (!problem) continue;
    const holder = problem === 'EADDRINUSE' ? await holderOf(port) : undefined;
    const reason =
      problem === 'EADDRINUSE' ? `is taken${holder ? ` by ${holder}` : ''}` : `cannot be used (${problem})`;
    faults.push(
      `Port ${port} (for ${what}) ${reason}. Free it, or use another: ${variable}=${port + 10_000 > 65_535 ? port - 1 : port + 10_000}`,
    );
  }
  if (faults.length) throw new StartError(faults.join('\n'));
}

/** The system's code for why we cannot listen there; undefined when we can. */
function whyNot(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error) => {
      const code = isSystemError(error) ? error.code : undefined;
      // A machine without IPv6 has no server on ::1 either.
      resolve(host === '::1' && code !== 'EADDRINUSE' ? undefined : (code ?? error.message));
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Who listens on a port, as far as this user may know: "node (process 4711)". */
async function holderOf(port: number): Promise<string | undefined> {
  try {
    return process.platform === 'linux' ? await holderOnLinux(port) : await holderByLsof(port);
  } catch {
    // The name is only a hint: without the right to read it, the message has the port's number alone.
    return undefined;
  }
}

async function holderOnLinux(port: number): Promise<string | undefined> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = tables
    .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A')
    .map((fields) => `socket:[${fields[9]}]`);
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      if (!inodes.includes(target)) continue;
      const [program = '?'] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      return `${program.split('/').at(-1)} (process ${pid})`;
    }
  }
  return undefined;
}

async function holderByLsof(port: number): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fcp']);
  const pid = /^p(\d+)/m.exec(stdout)?.[1];
  const program = /^c(.+)/m.exec(stdout)?.[1];
  return pid && program ? `${program} (process ${pid})` : undefined;
}
