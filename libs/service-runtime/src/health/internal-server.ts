import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../logging/logger.js';
import { Sampled } from '../metrics/sampled.js';
import { scrape } from '../metrics/scrape.js';
import { Progress } from './progress.js';
import type { Readiness } from './readiness.js';

export interface InternalServer {
  /** The settings may ask for port 0; this is the one that it listens on. */
  port: number;
  close(): Promise<void>;
}

const isReady = Sampled.gauge('haru_ready', '1 while this process should be sent work, else 0');

/**
 * Serves `/health/live`, `/health/ready` and `/metrics` on a port for the operator, never for the public. Liveness is
 * about this process alone: see `Progress`.
 */
export async function openInternalServer(
  { host, port }: { host: string; port: number },
  readiness: Readiness,
  logger: Logger,
): Promise<InternalServer> {
  let wasReady = true;
  const progress = new Progress(readiness);
  progress.start();
  const end = isReady.from(async () => ((await readiness.report()).ready ? 1 : 0));
  const ready = async (response: ServerResponse): Promise<void> => {
    const report = await readiness.report();
    if (wasReady && !report.ready && report.phase === 'running') logger.warn({ checks: report.checks }, 'not ready');
    wasReady = report.ready || report.phase !== 'running';
    send(response, report.ready ? 200 : 503, 'application/json', `${JSON.stringify(report)}\n`);
  };
  const live = (response: ServerResponse): void => {
    const { stuck } = progress;
    if (stuck.length === 0) return plain(response, 200, 'alive');
    logger.error({ stuck }, 'stuck: what this process needs answers others and not it');
    plain(response, 503, `stuck: ${stuck.join(', ')}`);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(response, 405, 'method not allowed');
    if (request.url === '/health/live') return live(response);
    if (request.url === '/health/ready') return ready(response);
    if (request.url !== '/metrics') return plain(response, 404, 'not found');
    const { contentType, text } = await scrape();
    send(response, 200, contentType, text);
  };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      logger.error({ err: error, url: request.url }, 'the internal port could not answer');
      plain(response, 500, 'failed');
    });
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      end();
      progress.stop();
      await close(server);
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // The client asks the next process.
  server.closeAllConnections();
  await closed;
}

function plain(response: ServerResponse, status: number, text: string): void {
  send(response, status, 'text/plain; charset=utf-8', `${text}\n`);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}
