import type { HttpRoute } from '@haru/contracts';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { Access, RequiresRole, TakesEditKeys } from '../access/access.js';
import { Documented, type RouteDocument } from './documented.js';

/** The handler answers this route; `document` says what the route itself does not. Success has status 200. */
export function Route(
  { method, path, access, scope, editKeys, body, query, answer }: HttpRoute,
  document: Omit<RouteDocument, 'body' | 'query' | 'answer'>,
): MethodDecorator {
  return applyDecorators(
    RequestMapping({ path, method: RequestMethod[method] }),
    HttpCode(200),
    access === 'admin' || access === 'moderator' ? RequiresRole(access) : Access(access, scope),
    ...(editKeys ? [TakesEditKeys()] : []),
    Documented({ ...document, ...(body ? { body } : {}), ...(query ? { query } : {}), answer }),
  );
}
