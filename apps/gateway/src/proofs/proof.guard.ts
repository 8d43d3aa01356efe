import { accountKindOf } from '@haru/contracts';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentifiedRequest } from '../access/access.js';
import type { HandlerConfig } from '../http/handler-config.js';
import { AttackMode } from './attack-mode.js';
import { Proofs } from './proofs.js';

interface ProofRule {
  when: 'always' | 'attack mode';
  /** The rule applies only to requests with such a body. */
  isKind?: (request: FastifyRequest) => boolean;
}

const PROOF = Symbol('proof');
const TOO_MANY_REQUESTS = 429;

/** The route requires a proof of work of callers without a registered account: always, or in attack mode. */
export const RequiresProof = (when: ProofRule['when'], isKind?: ProofRule['isKind']): MethodDecorator =>
  SetMetadata(PROOF, { when, ...(isKind ? { isKind } : {}) } satisfies ProofRule);

@Injectable()
export class ProofGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly proofs: Proofs,
    private readonly attackMode: AttackMode,
  ) {}

  /** Checks rules that do not depend on the body, before it is read. @throws ProofRequiredError */
  async canActivate(host: ExecutionContext): Promise<boolean> {
    const rule = this.ruleOf(host);
    if (rule && !rule.isKind) await this.require(rule, host);
    return true;
  }

  /** Checks rules that depend on the body. @throws ProofRequiredError */
  async requireByBody(host: ExecutionContext): Promise<void> {
    const rule = this.ruleOf(host);
    if (rule?.isKind?.(requestOf(host))) await this.require(rule, host);
  }

  /**
   * Runs before an answer is sent. A request that was refused for its content is corrected and sent again, so its proof
   * does not count.
   * @returns undefined if there is nothing to wait for
   */
  settle(request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> | undefined {
    if (statusCode < 400 || statusCode >= 500 || statusCode === TOO_MANY_REQUESTS) return undefined;
    const { handler } = request.routeOptions.config as HandlerConfig;
    const isRuled = handler && this.reflector.get<ProofRule | undefined>(PROOF, handler);
    return isRuled ? this.proofs.giveBack(request) : undefined;
  }

  private async require({ when }: ProofRule, host: ExecutionContext): Promise<void> {
    const request = requestOf(host);
    const { caller } = request.context;
    if (caller.role === 'service_role' || accountKindOf(caller) === 'registered') return;
    if (when === 'always' || (await this.attackMode.isOn())) await this.proofs.spend(request);
  }

  private ruleOf(host: ExecutionContext): ProofRule | undefined {
    return this.reflector.get<ProofRule | undefined>(PROOF, host.getHandler());
  }
}

function requestOf(host: ExecutionContext): IdentifiedRequest {
  return host.switchToHttp().getRequest<IdentifiedRequest>();
}
