import { ServiceError } from '@haru/contracts';
import { SetMetadata } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { markOf } from './handler-config.js';

const REFUSES_BROWSERS = Symbol('refuses-browsers');

/** Any page can make a browser send a cross-site POST without a preflight, so these routes refuse browsers. */
export const RefusesBrowsers = (): MethodDecorator => SetMetadata(REFUSES_BROWSERS, true);

const TAKES_OWN_ORIGIN = Symbol('takes-own-origin');

/** Browsers reach such a route only from the app itself, programs always. */
export const TakesOwnOrigin = (): MethodDecorator => SetMetadata(TAKES_OWN_ORIGIN, true);

/** @param origin that of the app */
export function refuseBrowsers(fastify: FastifyInstance, origin: string): void {
  fastify.addHook('onRequest', async (request) => {
    if (markOf(request, REFUSES_BROWSERS) && isOfBrowser(request.headers))
      throw new ServiceError('BROWSER_NOT_ALLOWED');
    if (markOf(request, TAKES_OWN_ORIGIN) && (request.headers.origin ?? origin) !== origin)
      throw new ServiceError('ORIGIN_NOT_ALLOWED');
  });
}

/** Browsers without `Sec-Fetch-*` headers send `Origin` with every POST and PUT. */
function isOfBrowser(headers: IncomingHttpHeaders): boolean {
  return (
    headers.origin !== undefined ||
    headers.cookie !== undefined ||
    Object.keys(headers).some((name) => name.startsWith('sec-fetch-'))
  );
}
