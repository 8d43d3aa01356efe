import { type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { ServiceError } from '@haru/contracts';
import { sendRefusal } from '../http-errors/send-refusal.js';
import type { Upstream } from './front-door.js';

const unavailable = new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });

/** These describe one connection and not the message (RFC 9110, 7.6.1). */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** In one-machine mode this forwards uploads to the process that receives them. */
export function uploadProxy(origin: string, publicOrigin: string): Upstream {
  return {
    routing(request: IncomingMessage, response: ServerResponse): void {
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hopByHop.includes(name)));
      const isChunked = request.headers['transfer-encoding'] !== undefined;
      const upstream = openRequest(new URL(request.url ?? '/', origin), {
        method: request.method,
        headers: { ...headers, ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}) },
      });
      upstream.on('response', (answer) => {
        // The client left before the answer came. A pipeline into a destroyed stream throws.
        if (response.destroyed) return void upstream.destroy();
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        return void pipeline(answer, response, () => undefined);
      });
      upstream.on('error', () => {
        if (response.headersSent) response.destroy();
        else sendRefusal(unavailable, request, response, publicOrigin);
      });
      pipeline(request, upstream, () => undefined);
    },
  };
}
