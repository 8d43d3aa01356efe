import { type ErrorCode, ServiceError } from '@haru/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import type { IdentifiedRequest } from '../access/access.js';
import { Setting } from '../settings.js';
import { limitKeysOf } from './limit-key.js';
import { type LimitBounds, limitsOfUnproven, type RateLimitName, rateLimits } from './limit-table.js';
import { PointCounters, type Take } from './point-counters.js';

/** Limits are counted in this Redis connection. */
export const RATE_LIMIT_REDIS = Symbol('RATE_LIMIT_REDIS');

@Injectable()
export class RateLimits {
  private readonly counters: PointCounters;

  constructor(
    @Inject(RATE_LIMIT_REDIS) redis: Redis,
    @Setting('limits') private readonly bounds: LimitBounds,
  ) {
    this.counters = new PointCounters(redis);
  }

  /**
   * Takes the points of all these limits or, when one of them refuses, of none; limits that do not concern the request
   * are left out. The `RateLimit` headers show the client its state
   * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
   * @returns a function that gives the points back if nothing was done
   * @throws ServiceError RATE_LIMITED with the seconds until more points, PROOF_REQUIRED where a proof of work helps
   */
  async take(charges: readonly Charge[], request: IdentifiedRequest, reply: FastifyReply): Promise<GiveBack> {
    const takes = this.takesOf(charges, request);
    const counts = await this.counters.take(takes);
    const outcomes = takes.map(({ name, max, seconds }, at) => {
      const { points, msLeft } = counts[at] ?? { points: 0, msLeft: 0 };
      return { name, max, seconds, points, secondsLeft: Math.max(1, Math.ceil(msLeft / 1000)) };
    });
    const policies = outcomes.map(({ name, max, seconds }) => `"${name}";q=${max};w=${seconds}`);
    const states = outcomes.map(
      ({ name, max, points, secondsLeft }) => `"${name}";r=${Math.max(0, max - points)};t=${secondsLeft}`,
    );
    addToHeader(reply, 'ratelimit-policy', policies);
    addToHeader(reply, 'ratelimit', states);
    const refusals = outcomes.filter(({ points, max }) => points > max);
    if (refusals.length === 0) return () => this.counters.giveBack(takes);
    if (refusals.every(({ name }) => limitsOfUnproven.has(name))) throw new ServiceError('PROOF_REQUIRED');
    const retryAfterSeconds = Math.max(...refusals.map(({ secondsLeft }) => secondsLeft));
    throw new ServiceError('RATE_LIMITED', { retryAfterSeconds });
  }

  /** Counts a try with a secret only if the secret is wrong. @param wrong the code that says so */
  async countWrong<Result>(
    names: readonly RateLimitName[],
    wrong: ErrorCode,
    { request, reply }: { request: IdentifiedRequest; reply: FastifyReply },
    act: () => Promise<Result>,
  ): Promise<Result> {
    const charges = names.map((name) => ({ name }));
    const giveBack = await this.take(charges, request, reply);
    const result = await act().catch(async (error: unknown) => {
      if (!(error instanceof ServiceError && error.code === wrong)) await giveBack();
      throw error;
    });
    await giveBack();
    return result;
  }

  /** Counts what was done, also above the bound: then the next requests are refused. The service key is not limited. */
  async add(charge: Required<Charge>, request: IdentifiedRequest): Promise<void> {
    if (charge.points <= 0 || request.context.caller.role === 'service_role') return;
    await this.counters.take(
      this.takesOf([charge], request).map((take) => ({ ...take, max: Number.MAX_SAFE_INTEGER })),
    );
  }

  private takesOf(charges: readonly Charge[], request: IdentifiedRequest): Take[] {
    return charges.flatMap(({ name, points = 1 }) =>
      limitKeysOf(name, request).map(({ key, share }) => {
        const max = Math.ceil(share * this.bounds[name]);
        return { name, key, points, max, seconds: rateLimits[name].seconds };
      }),
    );
  }
}

/** A charge takes points of a limit, one by default. */
export interface Charge {
  name: RateLimitName;
  points?: number;
}
export type GiveBack = () => Promise<void>;

function addToHeader(reply: FastifyReply, name: string, items: readonly string[]): void {
  if (items.length === 0) return;
  const [present, added] = [reply.getHeader(name), items.join(', ')];
  void reply.header(name, present === undefined ? added : `${String(present)}, ${added}`);
}
