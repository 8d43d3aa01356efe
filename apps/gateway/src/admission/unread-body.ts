import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, RawServerDefault } from 'fastify';

/** A body up to this size (two pages as JSON) is read and discarded after the answer, and the connection stays open. */
const MAX_DROPPED_BYTES = 2_097_152;
/** The client has this long to read the answer: closing with bytes unread resets the connection and loses it. */
const LINGER_MS = 1_000;

/** Call it before answering a request whose body may still arrive. A large body is not read and its connection ends. */
export function dropUnreadBody(request: IncomingMessage, response: ServerResponse, lingerMs = LINGER_MS): void {
  if (request.complete) return;
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (length <= MAX_DROPPED_BYTES) {
    setTimeout(() => request.complete || request.destroy(), lingerMs).unref();
    return;
  }
  const { socket } = request;
  // This sends "Connection: close"; otherwise the client would send its next request after this body.
  response.shouldKeepAlive = false;
  // A body that was asked for stops at a full buffer; any other body Node would read to its end.
  request.pause().read(0);
  // Node closes the connection after the answer with this method.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

/** Does the same for answers of Fastify. */
export function dropUnreadBodies(server: FastifyInstance<RawServerDefault>, lingerMs?: number): void {
  server.addHook('onSend', async (request, reply) => dropUnreadBody(request.raw, reply.raw, lingerMs));
}
