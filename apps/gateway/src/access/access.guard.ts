import {
  type AccountCaller,
  type Caller,
  type ErrorCode,
  type RequestContext,
  requireRole,
  ServiceError,
} from '@haru/contracts';
import { networkOf } from '@haru/service-runtime';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FailedCredentials } from '../credentials/failed-credentials.js';
import { type ApiDialect, dialectOf } from '../http-errors/api-dialects.js';
import { accessOf, type AccessRule, type IdentifiedRequest } from './access.js';
import { clientDeviceOf } from './client-device.js';
import { EnvironmentKeys, type KeyRole } from '../credentials/environment-keys.js';
import { bearerOf } from '../credentials/bearer.js';
import { AccessTokenStrategy } from '../credentials/access-token.strategy.js';
import { CREDENTIAL_RESOLVERS, type CredentialResolver } from '../credentials/resolvers/credential-resolver.js';
import { traceparentOf } from '../http/request-id.js';

/** These dialects serve pages. The auth service checks second factors itself, and roles always need one. */
const pageDialects: ReadonlySet<ApiDialect> = new Set<ApiDialect>(['functions', 'programs', 'rest', 'storage']);

function isIdentified(request: Partial<IdentifiedRequest>): request is IdentifiedRequest {
  return request.context !== undefined;
}

const credentialCodes = new Set<ErrorCode>([
  'API_KEY_INVALID',
  'CREDENTIAL_INVALID',
  'TOKEN_INVALID',
  'PGRST303',
  'no_authorization',
]);

function isOfCredential(error: unknown): boolean {
  return error instanceof ServiceError && credentialCodes.has(error.code);
}

/** Establishes who calls by key and token, and refuses others, before the body of any request is read. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly environmentKeys: EnvironmentKeys,
    private readonly tokens: AccessTokenStrategy,
    @Inject(CREDENTIAL_RESOLVERS) private readonly resolvers: readonly CredentialResolver[],
    private readonly failed: FailedCredentials,
  ) {}

  async canActivate(host: ExecutionContext): Promise<boolean> {
    const request = host.switchToHttp().getRequest<IdentifiedRequest>();
    await this.countFailures(request, this.identify(host, request));
    request.context.device = clientDeviceOf(request);
    return true;
  }

  private async identify(host: ExecutionContext, request: IdentifiedRequest): Promise<void> {
    // Fastify answers HEAD with the GET route, but following a mail's link or requesting a code changes something.
    if (request.method === 'HEAD' && dialectOf(request.url) === 'auth') throw new ServiceError('METHOD_NOT_ALLOWED');
    const rule = accessOf(host.getHandler());
    const { level, role = 'admin' } = rule;
    if (!level) throw new Error(`${host.getHandler().name} states no @Access`);
    const context: RequestContext = {
      requestId: request.id,
      traceparent: traceparentOf(request),
      caller: { role: 'anon' },
    };
    request.context = context;
    // An unknown key is refused even where none is needed.
    if (level === 'open' && !request.headers['apikey']) return;
    const keyRole = this.environmentKeys.roleOfRequest(request);
    if (level === 'open' || level === 'key') context.caller = { role: keyRole };
    else if (level === 'service') context.caller = await this.serviceCaller(request);
    // For a role an `apikey` header alone identifies no caller, as with the service key.
    else context.caller = await this.callerOf(rule, request, level === 'role' ? 'anon' : keyRole);
    if (level === 'role') requireRole(context.caller, role);
    if (level === 'account') requireAccount(request, context.caller);
  }

  /** Does the same where the body decides whether the caller counts. @throws ServiceError as `canActivate` */
  async identifyByBody(host: ExecutionContext): Promise<void> {
    const request = host.switchToHttp().getRequest<Partial<IdentifiedRequest> & FastifyRequest>();
    if (!isIdentified(request)) throw new Error(`${host.getHandler().name} states no @Access`);
    const rule = accessOf(host.getHandler());
    if (!rule.callerWhen?.(request)) return;
    const caller = this.callerOf(rule, request, this.environmentKeys.roleOfRequest(request));
    request.context.caller = await this.countFailures(request, caller);
  }

  private async countFailures<Result>(request: FastifyRequest, identified: Promise<Result>): Promise<Result> {
    try {
      return await identified;
    } catch (error) {
      if (isOfCredential(error)) this.failed.note(networkOf(request.ip, 'client'));
      throw error;
    }
  }

  private async callerOf(rule: AccessRule, request: IdentifiedRequest, keyRole: KeyRole): Promise<Caller> {
    const token = bearerOf(request);
    if (token === undefined) return { role: keyRole };
    // Without a session the client repeats its key as the bearer.
    const role = this.environmentKeys.roleOf(token);
    if (role) return { role };
    const resolver = this.resolvers.find((each) => each.accepts(token));
    if (!resolver) throw new ServiceError('TOKEN_INVALID');
    const { caller, requiresMfa } = await resolver.resolve({ token, request, context: request.context });
    requireScope(rule, caller);
    return requiresMfa && pageDialects.has(dialectOf(request.url)) ? callerWithoutMfa(rule, caller, keyRole) : caller;
  }

  /** The service key counts as the bearer only: browsers send an `apikey` header with every request. */
  private async serviceCaller(request: IdentifiedRequest): Promise<Caller> {
    const token = bearerOf(request);
    if (token === undefined) throw new ServiceError('no_authorization');
    const role = this.environmentKeys.roleOf(token);
    if (role === 'service_role') return { role };
    // An invalid credential gets its own error; a valid one of another role gets 403.
    if (role === undefined) await this.tokens.callerOf(token);
    throw new ServiceError('not_admin');
  }
}

/** @throws ServiceError SESSION_REQUIRED, SCOPE_MISSING */
function requireScope({ scope, takesEditKeys }: AccessRule, { credential }: AccountCaller): void {
  if (!credential || credential.kind === 'session') return;
  if (scope === 'any') return;
  if (!scope) throw new ServiceError('SESSION_REQUIRED');
  const isAccepted = credential.kind === 'apiKey' || takesEditKeys;
  if (!isAccepted || !credential.scopes.includes(scope)) throw new ServiceError('SCOPE_MISSING');
}

/** With a password alone the caller reaches public routes, but not what belongs to the account. */
function callerWithoutMfa({ withoutMfa }: AccessRule, caller: AccountCaller, keyRole: KeyRole): Caller {
  if (withoutMfa === 'account') return caller;
  if (withoutMfa === 'visitor') return { role: keyRole };
  throw new ServiceError('insufficient_aal', {
    status: 403,
    message: 'AAL2 session is required: verify a second factor first',
  });
}

function requireAccount(request: IdentifiedRequest, caller: Caller): void {
  if (caller.role === 'authenticated') return;
  if (dialectOf(request.url) !== 'auth') throw new ServiceError('TOKEN_INVALID');
  throw new ServiceError(bearerOf(request) === undefined ? 'no_authorization' : 'bad_jwt');
}
