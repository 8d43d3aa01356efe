import { isDatabaseUnavailable } from '@haru/database';
import { GracefulServer, networkOf, readiness, UsagePerClient } from '@haru/service-runtime';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { Setting } from '../../settings.js';
import { ShareLinks } from './share-links.viewer.js';
import { SiteStates } from '../cache/site-state.js';

/** A client may read nothing of an answer for this long. */
const WRITE_TIMEOUT_MS = 60_000;
/** This many requests of one connection may wait for an earlier answer; browsers and proxies do not pipeline at all. */
const MAX_PIPELINED = 256;
/** A page can make browsers send 20 cookies of 4 KiB each to the domain above it; other pages must still be shown. */
const MAX_HEADER_BYTES = 64 * 1024;

const options = {
  // These protect against clients that send or read a byte at a time.
  ...{ headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  // A connection may be idle for longer than common proxies keep theirs (60 s).
  keepAliveTimeout: 65_000,
  maxHeaderSize: MAX_HEADER_BYTES,
  // Request bodies are not read. Node then omits the stream of a request without one, which saves 1 µs of the 16 of an
  // answer.
  optimizeEmptyRequests: true,
} as const;

/** `close` waits this long for answers that are being sent. */
const DRAIN_MS = 10_000;

/** This is the viewer's HTTP server: it has share links and the two health checks, nothing else. */
@Injectable()
export class ViewerServer {
  private readonly logger = new Logger(ViewerServer.name);
  private readonly server: GracefulServer;
  private wasReady = false;
  private closing = false;
  writeTimeoutMs = WRITE_TIMEOUT_MS;
  /** It counts the requests of a connection that wait for an earlier answer. */
  private readonly pipelined = new WeakMap<Socket, number>();
  /** It counts connections closed since the start, by reason. */
  readonly dropped = { connections: 0, pipeline: 0 };

  constructor(
    private readonly links: ShareLinks,
    private readonly sites: SiteStates,
    @Setting('TRUST_PROXY') proxies: number,
    @Setting('VIEWER_MAX_CONNECTIONS_PER_CLIENT') maxConnectionsPerClient: number,
  ) {
    this.server = new GracefulServer(options, (request, response) => {
      // It has no socket yet where an earlier answer of the connection is still being sent.
      if (response.socket === null) this.answerInTurn(request, response);
      else this.answer(request, response);
    });
    this.server.on('clientError', answerClientError);
    // The connections of a proxy are those of all clients.
    if (proxies > 0) return;
    const connections = new UsagePerClient(maxConnectionsPerClient);
    this.server.on('connection', (socket) => this.admit(socket, connections));
  }

  async listen(host: string, port: number): Promise<number> {
    await once(this.server.listen(port, host), 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Accepts no more connections, finishes the answers in flight and closes idle connections. */
  async close(): Promise<void> {
    this.closing = true;
    await this.server.closeWithin(DRAIN_MS);
  }

  private admit(socket: Socket, connections: UsagePerClient): void {
    const client = networkOf(socket.remoteAddress ?? '', 'client');
    if (connections.hasCapacity(client)) {
      connections.take(client);
      socket.once('close', () => connections.release(client));
      return;
    }
    this.dropped.connections += 1;
    socket.resetAndDestroy();
  }

  /**
   * Node emits all requests of a pipeline as they arrive. Each is handled only when the answers before it are sent: a
   * client that reads nothing keeps one page in memory, not one for each request.
   */
  private answerInTurn(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const waiting = (this.pipelined.get(socket) ?? 0) + 1;
    if (waiting > MAX_PIPELINED) {
      if (!socket.destroyed) this.dropped.pipeline += 1;
      socket.destroy();
      return;
    }
    this.pipelined.set(socket, waiting);
    response.once('socket', () => {
      this.pipelined.set(socket, (this.pipelined.get(socket) ?? 1) - 1);
      // This runs after Node has assigned the socket to this answer.
      process.nextTick(() => this.answer(request, response));
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    this.handle(request, response);
    // An answer that is sent completely needs no timeout, and the timer would cost as much as finding the page.
    const isSent = response.writableEnded && request.socket.writableLength === 0;
    if (!isSent) request.socket.setTimeout(this.writeTimeoutMs);
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.closing || readiness.isStopping) response.shouldKeepAlive = false;
    if (this.links.handle(request, response)) return;
    if (request.url === '/healthz') return sendText(response, 200, 'ok');
    if (request.url === '/readyz') return this.readiness(response);
    sendText(response, 404, 'not found');
  }

  private readiness(response: ServerResponse): void {
    if (this.closing || readiness.isStopping) return sendText(response, 503, 'closing');
    // After the first success the database is not asked: cached pages are shown without it, and if no replica were
    // ready, a load balancer would send no requests at all.
    if (this.wasReady) return sendText(response, 200, 'ready');
    this.sites.ping().then(
      () => this.becomeReady(response),
      (error: unknown) => {
        this.logger.warn({ err: error }, 'the database did not answer at the start');
        // Storage knows pages while the database is away. A wrong address or password must not be rolled out.
        if (error instanceof Error && isDatabaseUnavailable(error.cause)) this.becomeReady(response);
        else sendText(response, 503, 'database away');
      },
    );
  }

  private becomeReady(response: ServerResponse): void {
    this.wasReady = true;
    sendText(response, 200, 'ready');
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'];
  response.writeHead(status, [...headers, 'X-Content-Type-Options', 'nosniff']).end(`${text}\n`);
}

/** The rest of a request is read this long, so that the client can read the answer before the connection ends. */
const ERROR_DRAIN_MS = 1_000;

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers a request that Node cannot read. Pages can set cookies for the domain above their own host, and so for each
 * other, until every request is too large. `Clear-Site-Data` makes the browser delete them.
 */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusLines[error.code ?? ''] ?? '400 Bad Request';
  const headers = [
    'Connection: close',
    'Content-Length: 0',
    'Cache-Control: no-store',
    'Content-Security-Policy: sandbox',
    'X-Content-Type-Options: nosniff',
    ...(error.code === 'HPE_HEADER_OVERFLOW' ? ['Clear-Site-Data: "cookies"'] : []),
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n`);
  socket.resume();
  setTimeout(() => socket.destroy(), ERROR_DRAIN_MS).unref();
}
