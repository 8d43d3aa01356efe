import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, RawServerDefault } from 'fastify';

/** A body up to this size is read and thrown away after the answer, and the connection kept: two pages as JSON. */
const MAX_DROPPED_BYTES = 2_097_152;
/** For the client to take the answer. Closing with bytes unread resets the connection, and the answer is lost with it. */
const LINGER_MS = 1_000;

/**
 * To be called before a request is answered that may have part of its body still on its way. Of a large body nothing
 * more is read, which stops the sender, and the connection ends.
 */
export function dropUnreadBody(request: IncomingMessage, response: ServerResponse, lingerMs = LINGER_MS): void {
  if (request.complete) return;
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (length <= MAX_DROPPED_BYTES) {
    setTimeout(() => request.complete || request.destroy(), lingerMs).unref();
    return;
  }
  const { socket } = request;
  // "Connection: close", or the client would send its next request after this body.
  response.shouldKeepAlive = false;
  // A body that was asked for stops at a full buffer; one that was not, Node would read to its end.
  request.pause().read(0);
  // How Node closes after the answer.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

/** The same for what Fastify answers. */
export function dropUnreadBodies(server: FastifyInstance<RawServerDefault>, lingerMs?: number): void {
  server.addHook('onSend', async (request, reply) => dropUnreadBody(request.raw, reply.raw, lingerMs));
}
