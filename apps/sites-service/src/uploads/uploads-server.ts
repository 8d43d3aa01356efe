import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { errorText, FILES_PATH, productErrors, ServiceError, TICKET_HEADER } from '@haru/contracts';
import { isDatabaseUnavailable } from '@haru/database';
import { GracefulServer, readiness } from '@haru/service-runtime';
import { Injectable, Logger } from '@nestjs/common';
import { UploadTickets } from '../trees/tickets.js';
import { ArchiveUploads } from './archive-uploads.js';
import { FileDownloads } from './file-downloads.js';
import { FileUploads } from './file-uploads.js';

/** Bodies have a minimum rate instead of a total time. */
const options = { headersTimeout: 10_000, requestTimeout: 0, keepAliveTimeout: 65_000 } as const;
const MAX_CONNECTIONS = 1_024;
/** `close` waits this long for bodies that are being received. */
const DRAIN_MS = 10_000;
/** The rest of a refused body is read for at most this many bytes, so that the client sees the answer. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

const REQUEST_ID = /^[\w-]{1,64}$/;
const ARCHIVES = '/functions/v1/archives';
const FILE = /^\/functions\/v1\/uploads\/([0-9a-f-]{36})(?:\/([0-9a-f]{64}))?$/;

/** Other origins may send files, as they may call the rest of the API: the ticket decides. */
const anyOrigin = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'Retry-After, X-Request-Id'];
const preflight = [
  ...anyOrigin,
  ...['Access-Control-Allow-Methods', 'GET, PUT, OPTIONS', 'Access-Control-Max-Age', '7200'],
  ...['Access-Control-Allow-Headers', `content-type, x-request-id, ${TICKET_HEADER}`],
];

interface Answer {
  status: number;
  body: object;
}

/** This HTTP server receives files and archives. Each request has the ticket of its upload. */
@Injectable()
export class UploadsServer {
  private readonly logger = new Logger(UploadsServer.name);
  private readonly server: GracefulServer;

  constructor(
    private readonly tickets: UploadTickets,
    private readonly files: FileUploads,
    private readonly archives: ArchiveUploads,
    private readonly downloads: FileDownloads,
  ) {
    this.server = new GracefulServer(options, (request, response) => void this.handle(request, response));
    this.server.maxConnections = MAX_CONNECTIONS;
  }

  async listen(host: string, port: number): Promise<void> {
    await once(this.server.listen(port, host), 'listening');
  }

  async close(): Promise<void> {
    await this.server.closeWithin(DRAIN_MS);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = request.headersDistinct['x-request-id']?.[0];
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    if (readiness.isStopping) response.shouldKeepAlive = false;
    try {
      if (request.method === 'OPTIONS') return void response.writeHead(204, preflight).end();
      if (request.url?.startsWith(FILES_PATH)) return await this.downloads.send(request, response);
      const { status, body } = await this.answer(request, requestId);
      send(response, status, body, requestId);
    } catch (error) {
      this.refuse(asServiceError(error), request, response, requestId);
    }
  }

  private async answer(request: IncomingMessage, requestId: string): Promise<Answer> {
    const { method, url = '/' } = request;
    const path = url.split('?', 1)[0] ?? '/';
    if (path === '/healthz' || path === '/readyz') return { status: 200, body: { status: 'ok' } };
    if (path === ARCHIVES) return this.takeArchive(request, requestId);
    const [, uploadId, sha256] = FILE.exec(path) ?? [];
    if (uploadId === undefined) throw new ServiceError('ROUTE_NOT_FOUND');
    if (this.uploadOf(request) !== uploadId) throw new ServiceError('UPLOAD_TICKET_INVALID');
    if (sha256 !== undefined && method === 'PUT') {
      await this.files.takeFile(uploadId, sha256, request, requestId);
      return { status: 200, body: { success: true } };
    }
    if (sha256 === undefined && method === 'GET') {
      return { status: 200, body: { success: true, upload: await this.files.describe(uploadId) } };
    }
    throw new ServiceError('METHOD_NOT_ALLOWED');
  }

  /** The ticket says which upload the archive belongs to. */
  private async takeArchive(request: IncomingMessage, requestId: string): Promise<Answer> {
    if (request.method !== 'PUT') throw new ServiceError('METHOD_NOT_ALLOWED');
    const uploadId = this.uploadOf(request);
    await this.archives.takeArchive(uploadId, request, requestId);
    return { status: 202, body: { success: true, upload_id: uploadId } };
  }

  private uploadOf(request: IncomingMessage): string {
    const uploadId = this.tickets.read(request.headersDistinct[TICKET_HEADER]?.[0] ?? '');
    if (uploadId === undefined) throw new ServiceError('UPLOAD_TICKET_INVALID');
    return uploadId;
  }

  private refuse(error: ServiceError, request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const refusal = refusalOf(error);
    const isCancelled = request.destroyed && !request.complete;
    if (error.code === 'UNKNOWN_ERROR' && !isCancelled) {
      this.logger.error({ err: error.cause, requestId }, 'a request failed');
    }
    if (response.socket?.destroyed) return;
    if (response.headersSent) return void response.destroy();
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds);
    if (!request.complete) discardBody(request);
    send(response, refusal.status, refusal.body, requestId);
  }
}

function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (!isDatabaseUnavailable(error)) return new ServiceError('UNKNOWN_ERROR', { cause: error });
  return new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause: error });
}

/** Refusals have the same form as all others under `/functions/v1`. */
function refusalOf(error: ServiceError): Answer {
  const known = Object.hasOwn(productErrors, error.code)
    ? productErrors[error.code as keyof typeof productErrors]
    : productErrors.UNKNOWN_ERROR;
  const text = error.hasOwnMessage ? error.message : errorText(known);
  const details = error.faults.length > 0 ? { details: error.faults } : {};
  return { status: known.status, body: { success: false, error: text, code: error.code, ...details } };
}

/** Without this, a client that is still sending would see a closed connection instead of the answer. */
function discardBody(request: IncomingMessage): void {
  let discarded = 0;
  const timer = setTimeout(() => request.destroy(), MAX_DISCARD_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) request.destroy();
  });
  request.on('error', () => undefined);
}

function send(response: ServerResponse, status: number, body: object, requestId: string): void {
  const headers = [...anyOrigin, 'Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'];
  response.writeHead(status, [...headers, 'X-Content-Type-Options', 'nosniff', 'X-Request-Id', requestId]);
  response.end(JSON.stringify(body));
}
