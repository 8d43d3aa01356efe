import type { AdminRole, RequestContext, Scope } from '@haru/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * States what a route requires of its caller.
 * `open`: nothing at all. `key`: a valid API key; a bearer is ignored.
 * `caller`: a key and, if there is one, a valid token. `account`: a valid token of an account.
 * `service`: the service key as the bearer. `role`: a token of an account with a role, or the service key as the
 * bearer.
 */
export type AccessLevel = 'open' | 'key' | 'caller' | 'account' | 'service' | 'role';

export interface AccessRule {
  level?: AccessLevel;
  scope?: Scope | 'any' | undefined;
  takesEditKeys?: boolean;
  callerWhen?: (request: FastifyRequest) => boolean;
  /** A caller without the second factor is answered as one of these. */
  withoutMfa?: 'visitor' | 'account';
  role?: AdminRole;
}

const ACCESS = Symbol('access');

/** Returns what the decorators of a route state. */
export function accessOf(handler: object): AccessRule {
  return (Reflect.getMetadata(ACCESS, handler) as AccessRule | undefined) ?? {};
}

/** Fastify's configuration gets the handler, too: access is checked before the body is read. */
const states =
  (rule: AccessRule): MethodDecorator =>
  <T>(target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<T>) => {
    const handler = descriptor.value as object;
    Reflect.defineMetadata(ACCESS, { ...accessOf(handler), ...rule }, handler);
    RouteConfig({ handler })(target, name, descriptor);
  };

/**
 * Every route states its level; a route without one refuses everything. With a scope it also takes API keys that have
 * it; without one it takes only sessions. `any` takes every key: the routes that the handler calls check its scopes.
 */
export const Access = (level: Exclude<AccessLevel, 'role'>, scope?: Scope | 'any') => states({ level, scope });

/** Stands beside `@Access` with a scope: the service limits an edit key to its page, so the route takes them, too. */
export const TakesEditKeys = () => states({ takesEditKeys: true });

/** Stands beside `@Access('key')`: requests with such a body are checked as those of `caller` routes are. */
export const CallerWhen = (callerWhen: (request: FastifyRequest) => boolean) => states({ callerWhen });

/**
 * Admits callers who have signed in but not yet shown their second factor. Beside `@Access('caller')` they are answered
 * as visitors are; beside `@Access('account')` as their account, where the route is the second factor itself. Without
 * it the routes of pages (rest, storage, functions) refuse them.
 */
export const AllowWithoutMfa = (withoutMfa: 'visitor' | 'account' = 'visitor') => states({ withoutMfa });

/** Replaces `@Access` for people with this role or a higher one. Everybody else gets 403 FORBIDDEN_ROLE. */
export const RequiresRole = (role: AdminRole) => states({ level: 'role', role });

export interface IdentifiedRequest extends FastifyRequest {
  context: RequestContext;
}

export interface HttpCall {
  request: IdentifiedRequest;
  reply: FastifyReply;
}

/** Injects the request with its answer, which Nest still sends itself. */
export const Http = createParamDecorator((_: unknown, host: ExecutionContext): HttpCall => {
  const http = host.switchToHttp();
  return { request: http.getRequest<IdentifiedRequest>(), reply: http.getResponse<FastifyReply>() };
});

/** Injects the `RequestContext` (caller, request id, trace) that is sent to the services. */
export const Context = createParamDecorator((_: unknown, host: ExecutionContext): RequestContext => {
  return host.switchToHttp().getRequest<IdentifiedRequest>().context;
});
