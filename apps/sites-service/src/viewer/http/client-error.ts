import type { Duplex } from 'node:stream';

/** The rest of a request is read this long, so that the client can read the answer before the connection ends. */
const DRAIN_MS = 1_000;

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers a request that Node cannot read. Pages can set cookies for the domain above their own host, and so for each
 * other, until every request is too large. `Clear-Site-Data` makes the browser delete them.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
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
  setTimeout(() => socket.destroy(), DRAIN_MS).unref();
}
