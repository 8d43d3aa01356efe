import type { FastifyRequest } from 'fastify';

/** Fastify's hooks find the decorators of the handler by this route configuration, which `@Access` sets. */
export interface HandlerConfig {
  handler?: (...parameters: never[]) => unknown;
}

/** Reads what a decorator has set at the handler of the request's route. */
export function markOf(request: FastifyRequest, mark: symbol): unknown {
  const { handler } = request.routeOptions.config as HandlerConfig;
  return handler && Reflect.getMetadata(mark, handler);
}
