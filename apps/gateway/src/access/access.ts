import type { AdminRole, RequestContext, Scope } from '@haru/contracts';
import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
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

export const ACCESS = Symbol('access');
export const SCOPE = Symbol('scope');
export const EDIT_KEYS = Symbol('edit-keys');

/** Nest's metadata holds the level, and Fastify's holds the handler: access is checked before the body is read. */
const accessLevel =
  (level: AccessLevel): MethodDecorator =>
  <T>(target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<T>) => {
    SetMetadata(ACCESS, level)(target, name, descriptor);
    RouteConfig({ handler: descriptor.value })(target, name, descriptor);
  };

/**
 * Every route states its level; a route without one refuses everything. With a scope it also takes API keys that have
 * it; without one it takes only sessions. `any` takes every key: the routes that the handler calls check its scopes.
 */
export const Access = (level: Exclude<AccessLevel, 'role'>, scope?: Scope | 'any'): MethodDecorator =>
  applyDecorators(accessLevel(level), SetMetadata(SCOPE, scope));

/** Stands beside `@Access` with a scope: the service limits an edit key to its page, so the route takes them, too. */
export const TakesEditKeys = (): MethodDecorator => SetMetadata(EDIT_KEYS, true);

export const CALLER_WHEN = Symbol('caller-when');

/** Stands beside `@Access('key')`: requests with such a body are checked as those of `caller` routes are. */
export const CallerWhen = (isKind: (request: FastifyRequest) => boolean): MethodDecorator =>
  SetMetadata(CALLER_WHEN, isKind);

export const ALLOW_WITHOUT_MFA = Symbol('allow-without-mfa');

/** A caller without the second factor is answered as one of these. */
export type CallerWithoutMfa = 'visitor' | 'account';

/**
 * Admits callers who have signed in but not yet shown their second factor. Beside `@Access('caller')` they are answered
 * as visitors are; beside `@Access('account')` as their account, where the route is the second factor itself. Without
 * it the routes of pages (rest, storage, functions) refuse them.
 */
export const AllowWithoutMfa = (as: CallerWithoutMfa = 'visitor'): MethodDecorator =>
  SetMetadata(ALLOW_WITHOUT_MFA, as);

export const NEEDED_ROLE = Symbol('needed-role');

/** Replaces `@Access` for people with this role or a higher one. Everybody else gets 403 FORBIDDEN_ROLE. */
export const RequiresRole = (role: AdminRole): MethodDecorator =>
  applyDecorators(accessLevel('role'), SetMetadata(NEEDED_ROLE, role));

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
