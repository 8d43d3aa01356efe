import type { HttpRoute } from '@haru/contracts';
import { applyDecorators, RequestMapping, RequestMethod } from '@nestjs/common';
import type { z } from 'zod';
import { Access, RequiresRole, TakesEditKeys } from '../access/access.js';
import { Documented, type RouteDocument } from './documented.js';

export type BodyOf<Route extends { body: z.ZodType }> = z.output<Route['body']>;
export type QueryOf<Route extends { query: z.ZodType }> = z.output<Route['query']>;

/** The handler answers this route; `document` says what the route itself does not. Success has status 200. */
export function Route(
  { method, path, access, scope, editKeys, body, query, answer }: HttpRoute,
  document: Omit<RouteDocument, 'body' | 'query' | 'answer'>,
): MethodDecorator {
  return applyDecorators(
    RequestMapping({ path, method: RequestMethod[method] }),
    access === 'admin' || access === 'moderator' ? RequiresRole(access) : Access(access, scope),
    ...(editKeys ? [TakesEditKeys()] : []),
    Documented({ ...document, ...(body ? { body } : {}), ...(query ? { query } : {}), answer }),
  );
}
