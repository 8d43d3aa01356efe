import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
    socket.write(turned.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    return socket;
  });
  return Promise.all(opening);
}

/** Sends so many requests, four at a time, each over a new connection. @returns the 99th percentile in ms */
export async function p99Of(count: number, port: number, path: string): Promise<number> {
  const times: number[] = [];
  const reader = async (): Promise<void> => {
    for (let asked = 0; asked < count / 4; asked++) {
      const startedAt = performance.now();
      const { status } = await ask(port, path);
      if (status !== 200) throw new Error(`answered ${status}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all([reader(), reader(), reader(), reader()]);
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Returns the resident memory of a process in MiB; 0 where the system does not report it. */
export function residentMib(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}
