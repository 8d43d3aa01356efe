import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort, waitFor } from '@haru/local-servers';

interface Replica {
  port: number;
  process: ChildProcess;
}

interface Replicas {
  /** The balancer's. */
  origin: string;
  /** Kills the replica that answered last, and starts another for it. */
  killLast(): Promise<void>;
  close(): Promise<void>;
}

/** Starts gateways like the one with this pid, behind a balancer that asks each in its turn. Only Linux tells how. */
export async function startReplicas(pid: number, count: number): Promise<Replicas> {
  const read = async (file: string) => (await readFile(`/proc/${pid}/${file}`, 'utf8')).split('\0').filter(Boolean);
  const [[, ...args], settings] = [await read('cmdline'), await read('environ')];
  // The channel to the parent process is not passed on.
  const passed = settings.filter((line) => !line.startsWith('NODE_CHANNEL_'));
  const env: Record<string, string> = {};
  for (const line of passed) env[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  const start = async (): Promise<Replica> => {
    const [port, internal] = [await freePort(), await freePort()];
    const own = { ...env, PORT: String(port), INTERNAL_PORT: String(internal) };
    const replica = { port, process: spawn(process.execPath, args, { env: own, stdio: 'ignore' }) };
    const isReady = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ ok }) => ok);
    await waitFor(isReady, { timeoutMs: 60_000, everyMs: 100, what: 'a gateway to be ready' });
    return replica;
  };
  const replicas = await Promise.all(Array.from({ length: count }, start));
  const balancer = createServer((request, response) => {
    const [next] = replicas.splice(0, 1);
    if (!next) throw new Error('there is no replica');
    replicas.push(next);
    forward(request, response, next.port);
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    origin: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    async killLast() {
      replicas.pop()?.process.kill('SIGKILL');
      replicas.push(await start());
    },
    async close() {
      balancer.closeAllConnections();
      balancer.close();
      for (const { process } of replicas) process.kill('SIGKILL');
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const onward = requestHttp({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
