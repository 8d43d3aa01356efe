import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  httpDurations,
  inRequestScope,
  methodLabel,
  readiness,
  startSpan,
  type Logger,
  type RequestScope,
  type Span,
} from '@haru/service-runtime';
import type { FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import { givenTraceparent, traceparentOf, useTraceparent } from '../http/request-id.js';

interface Observed {
  scope: RequestScope;
  span: Span | undefined;
}

/** Monitors request these every few seconds. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * Each request to the API gets one log line, one measurement and one span, named by its route pattern: the target
 * itself may contain a token or a person's words.
 */
export function observeRequests(server: FastifyInstance<RawServerDefault>, logger: Logger): void {
  const observed = new WeakMap<FastifyRequest, Observed>();
  server.addHook('onRequest', (request, _reply, done) => {
    const span = startSpan('server', `${methodLabel(request.method)} ${routeOf(request)}`, givenTraceparent(request));
    if (span) useTraceparent(request, span.traceparent);
    const scope: RequestScope = { requestId: request.id, traceId: traceparentOf(request).split('-')[1] };
    observed.set(request, { scope, span });
    inRequestScope(scope, done);
  });
  // Reading the body leaves the request's own asynchronous context.
  server.addHook('preValidation', (request, _reply, done) => {
    const known = observed.get(request);
    if (known) inRequestScope(known.scope, done);
    else done();
  });
  server.addHook('onSend', async (_request, reply) => {
    // Clients with an open connection find another gateway with their next request.
    if (readiness.isStopping) reply.header('connection', 'close');
  });
  server.addHook('onResponse', (request, reply, done) => {
    const known = observed.get(request);
    const method = methodLabel(request.method);
    const route = routeOf(request);
    const status = reply.statusCode;
    httpDurations.of(method, route, String(status)).observe(reply.elapsedTime / 1_000);
    known?.span?.note({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
    known?.span?.end(status >= 500 ? new Error('answered with a fault') : undefined);
    const line = { ...known?.scope, method, route, status, ms: Math.round(reply.elapsedTime) };
    if (probes.has(route)) logger.debug(line, 'request');
    else logger.info(line, 'request');
    done();
  });
}

/** Does the same for answers of the web app and the redirects. */
export function observeUpstream(logger: Logger) {
  return (upstream: string, request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now();
    const method = methodLabel(request.method);
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      httpDurations.of(method, upstream, String(response.statusCode)).observe(ms / 1_000);
      logger.info({ method, route: upstream, status: response.statusCode, ms: Math.round(ms) }, 'request');
    });
  };
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
