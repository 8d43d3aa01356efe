import { ServiceError } from '@haru/contracts';
import { SetMetadata } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { markOf } from './handler-config.js';

const REFUSES_BROWSERS = Symbol('refuses-browsers');

/** Any page can make a browser send a cross-site POST without a preflight, so these routes refuse browsers. */
export const RefusesBrowsers = (): MethodDecorator => SetMetadata(REFUSES_BROWSERS, true);

export function refuseBrowsers(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request) => {
    if (markOf(request, REFUSES_BROWSERS) && isOfBrowser(request.headers))
      throw new ServiceError('BROWSER_NOT_ALLOWED');
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
