import { type PageAddresses, ServiceError } from '@haru/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A page's own script may request only its page again, when the reader retries. */
const ALLOWED_PATH = '/functions/v1/serve-site';

/**
 * Refuses requests that a published page's script sends: they would use up the limits of the visitor's address, or
 * publish and report in the visitor's name. Register it before CORS, so that refused preflights allow nothing.
 */
export function refusePageScripts(server: FastifyInstance, addresses: PageAddresses): void {
  server.addHook('onRequest', async (request, reply) => {
    if (asksForPage(request) || !isOfPage(request.headers.origin, addresses)) return;
    void reply.header('vary', 'origin');
    throw new ServiceError('ORIGIN_NOT_ALLOWED');
  });
}

/** Tells whether a published page's script sent the request: a sandboxed page sends `null`. */
export function isOfPage(origin: string | undefined, addresses: PageAddresses): boolean {
  return origin !== undefined && (origin === 'null' || addresses.isPageOrigin(origin));
}

function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const asked = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
  return asked === 'GET' && url.split('?', 1)[0] === ALLOWED_PATH;
}
