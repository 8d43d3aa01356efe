import type { z } from 'zod';
import type { AdminRole, Scope } from './request-context.js';

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * States who may call a route. `open`: anybody. `key`: with an API key. `caller`: with a key and, if there is one, a
 * valid token. `account`: with the token of an account. A role: with the token of an account that has it.
 */
export type RouteAccess = 'open' | 'key' | 'caller' | 'account' | AdminRole;

/** A route has these inputs and this answer. */
export interface RouteSchemas {
  /** The route also takes API keys with this scope; without one it takes only sessions. */
  scope?: Scope;
  /** The service limits an edit key to its page, so the route takes them, too. */
  editKeys?: true;
  body?: z.ZodType;
  query?: z.ZodType;
  answer: z.ZodType;
}

/** The gateway and the web app use this one definition of a route. */
export type HttpRoute<Schemas extends RouteSchemas = RouteSchemas> = Schemas & {
  method: HttpMethod;
  /** Members such as `:id` are parameters. */
  path: string;
  access: RouteAccess;
};

/** @param address such as `POST /functions/v1/restore-site` */
export function defineRoute<Schemas extends RouteSchemas>(
  address: `${HttpMethod} /${string}`,
  access: RouteAccess,
  schemas: Schemas,
): HttpRoute<Schemas> {
  const [method, path] = address.split(' ') as [HttpMethod, string];
  return { ...schemas, method, path, access };
}
