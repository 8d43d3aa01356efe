import { ServiceError } from '@haru/contracts';
import type { INestApplication } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import { dialectOf } from '../http-errors/api-dialects.js';
import { objectType } from '../sites/data-api-request.js';
import type { HandlerConfig } from './access.js';
import { AccessGuard } from './access.guard.js';
import { RateLimitGuard } from './rate-limits.js';

/**
 * Checks who calls, and how often, before the body is read, so that a refused request buffers no body.
 * Nest's own guards run only once the body is parsed.
 */
export function checkBeforeBody(server: FastifyInstance<RawServerDefault>, app: INestApplication): void {
  // In this order: who calls is known before a limit counts.
  const guards = [app.get(AccessGuard), app.get(RateLimitGuard)];
  server.addHook('onRequest', async (request, reply) => {
    const { handler } = request.routeOptions.config as HandlerConfig;
    // The queues' pages check for themselves, and an address without a route has nothing to protect.
    if (!handler) return;
    const host = new ExecutionContextHost([request, reply], undefined, handler);
    for (const guard of guards) await guard.canActivate(host);
    requireAcceptsJson(request);
  });
}

const available = ['application/json', objectType];

/** RFC 9110, section 15.5.7. The data API has more media types to choose from and looks for itself. */
function requireAcceptsJson(request: FastifyRequest): void {
  if (dialectOf(request.url) === 'rest' || request.accepts().type(available) !== false) return;
  throw new ServiceError('NOT_ACCEPTABLE');
}
