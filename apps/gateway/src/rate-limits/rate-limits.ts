import { ServiceError } from '@haru/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { IdentifiedRequest } from '../access/access.js';
import { GATEWAY_ENV, type GatewayEnv } from '../config.js';
import { limitKeyOf } from './limit-key.js';
import { limitsOfUnproven, pointsOf, type RateLimitName, rateLimits } from './limit-table.js';

/** Injection token of the Redis connection that limits are counted in. */
export const RATE_LIMIT_REDIS = Symbol('RATE_LIMIT_REDIS');

/** Counts in Redis, so that replicas agree; while Redis is away each replica counts for itself. */
@Injectable()
export class RateLimits {
  private readonly limiters: Map<RateLimitName, RateLimiterRedis>;

  constructor(@Inject(RATE_LIMIT_REDIS) redis: Redis, @Inject(GATEWAY_ENV) env: GatewayEnv) {
    this.limiters = new Map(
      (Object.keys(rateLimits) as RateLimitName[]).map((name) => {
        const options = { keyPrefix: `limit:${name}`, points: pointsOf(name, env), duration: rateLimits[name].seconds };
        return [
          name,
          new RateLimiterRedis({
            ...options,
            storeClient: redis,
            rejectIfRedisNotReady: true,
            insuranceLimiter: new RateLimiterMemory(options),
          }),
        ];
      }),
    );
  }

  /**
   * Takes the points of all these limits or, when one of them refuses, of none; limits that do not concern the request
   * are left out. The `RateLimit` headers tell the client where it stands
   * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
   * @returns gives the points back, for what was not done after all
   * @throws ServiceError RATE_LIMITED with the seconds until more points, PROOF_REQUIRED where a proof of work helps
   */
  async take(charges: readonly Charge[], request: IdentifiedRequest, reply: FastifyReply): Promise<GiveBack> {
    const concerned = charges.flatMap(({ name, points = 1 }) => {
      const [limiter, key] = [this.limiters.get(name), limitKeyOf(name, request)];
      if (!limiter) throw new Error(`no limiter named ${name}`);
      return key === undefined ? [] : [{ name, points, limiter, key }];
    });
    const outcomes = await Promise.all(
      concerned.map(async ({ name, limiter, key, points }) => {
        const outcome = await limiter.consume(key, points).catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal;
          throw refusal;
        });
        return {
          name,
          seconds: secondsOf(outcome),
          remaining: outcome.remainingPoints,
          isOver: outcome.consumedPoints > limiter.points,
        };
      }),
    );
    const policies = concerned.map(
      ({ name, limiter }) => `"${name}";q=${limiter.points};w=${rateLimits[name].seconds}`,
    );
    const states = outcomes.map(({ remaining, seconds }, at) => `"${concerned[at]?.name}";r=${remaining};t=${seconds}`);
    addToHeader(reply, 'ratelimit-policy', policies);
    addToHeader(reply, 'ratelimit', states);
    const giveBack = async () => {
      await Promise.all(concerned.map(({ limiter, key, points }) => limiter.reward(key, points)));
    };
    const refusals = outcomes.filter(({ isOver }) => isOver);
    if (refusals.length === 0) return giveBack;
    // A single point over a full limit changes nothing, so that a flood costs one command for each request.
    if (concerned.some(({ points }) => points > 1) || concerned.length > 1) await giveBack();
    if (refusals.every(({ name }) => limitsOfUnproven.has(name))) throw new ServiceError('PROOF_REQUIRED');
    throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: Math.max(...refusals.map(({ seconds }) => seconds)) });
  }
}

/** Points of a limit; one by default. */
export interface Charge {
  name: RateLimitName;
  points?: number;
}
export type GiveBack = () => Promise<void>;

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

function addToHeader(reply: FastifyReply, name: string, items: readonly string[]): void {
  if (items.length === 0) return;
  const [present, added] = [reply.getHeader(name), items.join(', ')];
  void reply.header(name, present === undefined ? added : `${String(present)}, ${added}`);
}
