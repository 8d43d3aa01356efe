import type { FastifyRequest } from 'fastify';

/** Hooks of Fastify read the decorators of the handler through this route configuration, which `@Access` sets. */
export interface HandlerConfig {
  handler?: (...parameters: never[]) => unknown;
}

/** Returns the metadata that a decorator has set on the handler of the request's route. */
export function markOf(request: FastifyRequest, mark: symbol): unknown {
  const { handler } = request.routeOptions.config as HandlerConfig;
  return handler && Reflect.getMetadata(mark, handler);
}
