import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { ask } from './http.js';

/** Opens connections that each request all paths in one write, each from another path on, and read no answers. */
export async function floodWith(port: number, connections: number, paths: readonly string[]): Promise<Socket[]> {
  const opening = Array.from({ length: connections }, async (_, index) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.pause();
    await once(socket, 'connect');
    const first = Math.floor((index * paths.length) / connections);
    const turned = [...paths.slice(first), ...paths.slice(0, first)];
    socket.write(turned.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`).join(''));
    return socket;
  });
  return Promise.all(opening);
}

/** Requests each path once, over a new connection for each. @throws Error on another status than these */
export async function askAll(
  port: number,
  paths: readonly string[],
  { concurrency = 4, statuses = [200] } = {},
): Promise<void> {
  const waiting = paths.values();
  const reader = async (): Promise<void> => {
    for (const path of waiting) {
      const { status } = await ask(port, path);
      if (!statuses.includes(status)) throw new Error(`answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, reader));
}

/** Returns the resident memory of a process in MiB; 0 where the system does not report it. */
export function residentMib(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** Returns the seconds of processor time that all threads of a process have used; 0 where the system does not report it. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const tasks = `/proc/${pid}/task`;
  const used = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ', 1)[0]);
  return used.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e9;
}
