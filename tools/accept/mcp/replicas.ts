import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLike } from '../start-like.js';

interface Replicas {
  /** The balancer's. */
  origin: string;
  /** Kills the replica that answered last, and starts another for it. */
  killLast(): Promise<void>;
  close(): Promise<void>;
}

/** Starts gateways like the one with this pid, behind a balancer that asks each in its turn. */
export async function startReplicas(pid: number, count: number): Promise<Replicas> {
  const replicas = await Promise.all(Array.from({ length: count }, () => startLike(pid)));
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
      replicas.push(await startLike(pid));
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
