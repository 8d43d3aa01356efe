import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentifiedRequest } from '../access/access.js';
import { type RateLimitName, rateLimits } from './limit-table.js';
import { RateLimits } from './rate-limits.js';

/** Limits are counted in this order: a refusal by one leaves those after it uncounted. */
type LimitChoice = (request: FastifyRequest) => readonly RateLimitName[];

type RouteLimit = RateLimitName | LimitChoice;

const RATE_LIMIT = Symbol('rate-limit');
export const RateLimit = (...limits: RouteLimit[]): MethodDecorator => SetMetadata(RATE_LIMIT, limits);

/** Applies the limits that a route names. The service key is not limited. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  /** Counts limits that do not depend on the body, before it is read. */
  async canActivate(host: ExecutionContext): Promise<boolean> {
    await this.count(host, (limit) => !needsBody(limit));
    return true;
  }

  /** Counts limits that depend on the body. @throws ServiceError RATE_LIMITED */
  async countByBody(host: ExecutionContext): Promise<void> {
    await this.count(host, needsBody);
  }

  private async count(host: ExecutionContext, isOne: (limit: RouteLimit) => boolean): Promise<void> {
    const limits = this.reflector.get<RouteLimit[] | undefined>(RATE_LIMIT, host.getHandler())?.filter(isOne) ?? [];
    const http = host.switchToHttp();
    const request = http.getRequest<IdentifiedRequest>();
    if (request.context.caller.role === 'service_role') return;
    const reply = http.getResponse<FastifyReply>();
    const names = limits.flatMap((limit) => (typeof limit === 'function' ? limit(request) : limit));
    for (const name of names) await this.limits.take([{ name }], request, reply);
  }
}

function needsBody(limit: RouteLimit): boolean {
  return typeof limit === 'function' || rateLimits[limit].per.startsWith('email');
}
