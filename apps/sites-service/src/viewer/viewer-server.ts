import { readiness, type Logger } from '@haru/service-runtime';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ShareLinks } from './share-links.viewer.js';
import type { SiteStates } from './site-state.js';

/** Against clients that send or take a byte at a time. Idle connections outlive those of common proxies (60 s). */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;
/** How long a client may take nothing of an answer. */
const SILENT_SOCKET_MS = 70_000;
const MAX_HEADER_BYTES = 16 * 1024;

const options = {
  ...timeouts,
  maxHeaderSize: MAX_HEADER_BYTES,
  // Nobody reads a body here. For a request without one Node then leaves out the stream: 1 µs of the 16 of an answer.
  optimizeEmptyRequests: true,
} as const;

/** How long `close` waits for answers that are being sent. */
const DRAIN_MS = 10_000;

/** The viewer's HTTP server: share links and the two health checks, nothing else. */
export class ViewerServer {
  private readonly server: Server;
  private closing = false;

  constructor(
    private readonly links: ShareLinks,
    private readonly sites: SiteStates,
    private readonly logger: Logger,
    private readonly silentSocketMs = SILENT_SOCKET_MS,
  ) {
    this.server = createServer(options, (request, response) => {
      this.handle(request, response);
      // What went out in one go waits for nobody, and a timer for it would cost as much as finding the page.
      const isSent = response.writableEnded && request.socket.writableLength === 0;
      if (!isSent) request.socket.setTimeout(this.silentSocketMs);
    });
  }

  /** @returns the port that it listens on. */
  async listen(host: string, port: number): Promise<number> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Takes no more connections, finishes the answers in hand and closes the connections that are then idle. */
  async close(): Promise<void> {
    this.closing = true;
    const closed = once(this.server, 'close');
    this.server.close();
    const sweep = setInterval(() => this.server.closeIdleConnections(), 50);
    const impatience = setTimeout(() => this.server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(impatience);
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.closing || readiness.isStopping) response.shouldKeepAlive = false;
    if (this.links.handle(request, response)) return;
    if (request.url === '/healthz') return answer(response, 200, 'ok');
    if (request.url === '/readyz') return this.readiness(response);
    answer(response, 404, 'not found');
  }

  private readiness(response: ServerResponse): void {
    if (this.closing || readiness.isStopping) return answer(response, 503, 'closing');
    this.sites.ping().then(
      () => answer(response, 200, 'ready'),
      (error: unknown) => {
        this.logger.warn({ err: error }, 'not ready: the database cannot be asked');
        answer(response, 503, 'database away');
      },
    );
  }
}

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'];
  response.writeHead(status, [...headers, 'X-Content-Type-Options', 'nosniff']).end(`${text}\n`);
}
