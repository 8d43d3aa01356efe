import { ServiceError } from '@haru/contracts';
import { type CanActivate, type ExecutionContext, type INestApplication, Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import { AccessGuard } from './access/access.guard.js';
import type { HandlerConfig } from './http/handler-config.js';
import { dialectOf } from './http-errors/api-dialects.js';
import { ProofGuard } from './proofs/proof.guard.js';
import { RateLimitGuard } from './rate-limits/rate-limit.guard.js';
import { objectType } from './sites/data-api/data-api-request.js';

/** Checks requests before the body is read, so that a refused one buffers none. Nest's guards run only after parsing. */
export function checkBeforeBody(server: FastifyInstance<RawServerDefault>, app: INestApplication): void {
  // The order matters: the caller is known before a limit counts, and a call that lacks a proof of work does not count.
  const guards = [app.get(AccessGuard), app.get(ProofGuard), app.get(RateLimitGuard)];
  server.addHook('onRequest', async (request, reply) => {
    const { handler } = request.routeOptions.config as HandlerConfig;
    // The queues' pages check for themselves, and an address without a route has nothing to protect.
    if (!handler) return;
    const host = new ExecutionContextHost([request, reply], undefined, handler);
    for (const guard of guards) await guard.canActivate(host);
    requireAcceptsJson(request);
  });
  const proofs = app.get(ProofGuard);
  server.addHook('onSend', (request, reply, _payload, done) => {
    const settling = proofs.settle(request, reply);
    if (settling) settling.then(() => done(), done);
    else done();
  });
}

/** These checks need the body: it names an account or decides which limits apply. */
@Injectable()
export class AfterBodyGuard implements CanActivate {
  constructor(
    private readonly access: AccessGuard,
    private readonly proofs: ProofGuard,
    private readonly limits: RateLimitGuard,
  ) {}

  async canActivate(host: ExecutionContext): Promise<boolean> {
    if (host.getType() !== 'http') return true;
    await this.access.identifyByBody(host);
    await this.proofs.requireByBody(host);
    await this.limits.countByBody(host);
    return true;
  }
}

const available = ['application/json', objectType];

/** RFC 9110, section 15.5.7, defines the refusal. All routes of these dialects answer JSON. */
function requireAcceptsJson(request: FastifyRequest): void {
  if (!['auth', 'functions', 'storage'].includes(dialectOf(request.url))) return;
  if (request.accepts().type(available) === false) throw new ServiceError('NOT_ACCEPTABLE');
}
