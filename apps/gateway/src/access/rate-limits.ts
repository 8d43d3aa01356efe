import { createHash } from 'node:crypto';
import { defaultPublishLimits, ServiceError } from '@haru/contracts';
import { networkOf, type NetworkTier } from '@haru/service-runtime';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { GATEWAY_ENV, type GatewayEnv } from '../config.js';
import { emailOf } from '../auth/auth-limits.js';
import type { IdentifiedRequest } from './access.js';

interface Limit {
  points: number;
  seconds: number;
  /**
   * `ip`: per client address; of IPv6 per /64. `network` and wider: see `NetworkTier`.
   * `caller`: per account, and per client address for those without one.
   * `account`: per account; those without one are not concerned.
   * `email`: per mail address that the body names. `email-and-ip`: the same, each client address for itself.
   */
  per: 'ip' | Exclude<NetworkTier, 'client'> | 'caller' | 'account' | 'email' | 'email-and-ip';
}

/** The limits of the product; `AUTH_RATE_LIMITS` widens or narrows all of them, `PUBLISH_LIMITS` sets those it names. */
export const rateLimits = {
  temporaryAccount: { points: 30, seconds: 3600, per: 'ip' },
  signUp: { points: 30, seconds: 300, per: 'ip' },
  otp: { points: 30, seconds: 300, per: 'ip' },
  recover: { points: 30, seconds: 300, per: 'ip' },
  resend: { points: 30, seconds: 300, per: 'ip' },
  verify: { points: 30, seconds: 300, per: 'ip' },
  updateUser: { points: 30, seconds: 300, per: 'ip' },
  reauthenticate: { points: 30, seconds: 300, per: 'ip' },
  token: { points: 150, seconds: 300, per: 'ip' },
  // Whoever tries passwords from many places at once still has to stop; from one place alone nobody can use up what
  // all have together, and so keep an owner out.
  signInHere: { points: 60, seconds: 300, per: 'email-and-ip' },
  // Whoever found a browser signed in has as many guesses at the password as at the sign-in.
  currentPassword: { points: 60, seconds: 300, per: 'account' },
  signInAddress: { points: 600, seconds: 300, per: 'email' },
  // Whoever has many addresses has them in few networks.
  networkMails: { points: 100, seconds: 3600, per: 'network' },
  networkMails56: { points: 200, seconds: 3600, per: 'ipv6-56' },
  networkMails48: { points: 400, seconds: 3600, per: 'ipv6-48' },
  networkAddresses: { points: 10, seconds: 3600, per: 'network' },
  networkAddresses56: { points: 20, seconds: 3600, per: 'ipv6-56' },
  networkAddresses48: { points: 40, seconds: 3600, per: 'ipv6-48' },
  // 15 a minute, of which 30 may come at once.
  factorChallenge: { points: 30, seconds: 120, per: 'ip' },
  factorVerify: { points: 30, seconds: 120, per: 'ip' },
  // Reports and likes: a whole office behind one address, and each of them who has an account.
  reportAddress: { points: 60, seconds: 3600, per: 'ip' },
  reportAccount: { points: 20, seconds: 3600, per: 'account' },
  publish: { points: 300, seconds: 300, per: 'caller' },
  // Without them one address could publish 374 GiB an hour: 30 accounts, each with 3,600 pages of 1 MiB.
  anonymousPages: { points: defaultPublishLimits.anonymousPages, seconds: 3600, per: 'network' },
  anonymousPages56: { points: defaultPublishLimits.anonymousPages56, seconds: 3600, per: 'ipv6-56' },
  anonymousPages48: { points: defaultPublishLimits.anonymousPages48, seconds: 3600, per: 'ipv6-48' },
  anonymousBytes: { points: defaultPublishLimits.anonymousBytes, seconds: 3600, per: 'network' },
  anonymousBytes56: { points: defaultPublishLimits.anonymousBytes56, seconds: 3600, per: 'ipv6-56' },
  anonymousBytes48: { points: defaultPublishLimits.anonymousBytes48, seconds: 3600, per: 'ipv6-48' },
  pathChange: { points: defaultPublishLimits.pathChange, seconds: 3600, per: 'account' },
} as const satisfies Record<string, Limit>;
export type RateLimitName = keyof typeof rateLimits;

/** The limits of a request, in the order in which they are counted: what one refuses, those after it never see. */
type LimitChoice = (request: FastifyRequest) => readonly RateLimitName[];

type RouteLimit = RateLimitName | LimitChoice;

const RATE_LIMIT = Symbol('rate-limit');
export const RateLimit = (...limits: RouteLimit[]): MethodDecorator => SetMetadata(RATE_LIMIT, limits);

/** Injection token of the Redis connection that limits are counted in. */
export const RATE_LIMIT_REDIS = Symbol('RATE_LIMIT_REDIS');

/** Counts in Redis, so that replicas agree; while Redis is away each replica counts for itself. */
@Injectable()
export class RateLimits {
  private readonly limiters: Map<RateLimitName, RateLimiterRedis>;

  constructor(@Inject(RATE_LIMIT_REDIS) redis: Redis, @Inject(GATEWAY_ENV) env: GatewayEnv) {
    this.limiters = new Map(
      (Object.keys(rateLimits) as RateLimitName[]).map((name) => {
        const limit = rateLimits[name];
        const points = Math.max(1, Math.round(pointsOf(name, env) * env.AUTH_RATE_LIMITS));
        const options = { keyPrefix: `limit:${name}`, points, duration: limit.seconds };
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
   * @throws ServiceError RATE_LIMITED with the seconds until more points
   */
  async take(charges: readonly Charge[], request: IdentifiedRequest, reply: FastifyReply): Promise<GiveBack> {
    const concerned = charges.flatMap(({ name, points = 1 }) => {
      const [limiter, key] = [this.limiters.get(name), keyOf(name, request)];
      if (!limiter) throw new Error(`no limiter named ${name}`);
      return key === undefined ? [] : [{ name, points, limiter, key }];
    });
    const outcomes = await Promise.all(
      concerned.map(async ({ limiter, key, points }) => {
        const outcome = await limiter.consume(key, points).catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal;
          throw refusal;
        });
        return {
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
    throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: Math.max(...refusals.map(({ seconds }) => seconds)) });
  }
}

/** Points of a limit; one unless told otherwise. */
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

function pointsOf(name: RateLimitName, env: GatewayEnv): number {
  const configured: Partial<Record<RateLimitName, number>> = { ...env.PUBLISH_LIMITS, ...networkLimits(env) };
  return configured[name] ?? rateLimits[name].points;
}

/** Set for the smallest network; the larger ones hold more people. */
function networkLimits({ AUTH_NETWORK_MAILS: mails, AUTH_NETWORK_ADDRESSES: addresses }: GatewayEnv) {
  return {
    networkMails: mails,
    networkMails56: 2 * mails,
    networkMails48: 4 * mails,
    networkAddresses: addresses,
    networkAddresses56: 2 * addresses,
    networkAddresses48: 4 * addresses,
  };
}

/** Whom a request is counted for; undefined where the limit does not concern it. */
function keyOf(name: RateLimitName, request: IdentifiedRequest): string | undefined {
  const { caller } = request.context;
  const accountId = caller.role === 'authenticated' ? caller.accountId : undefined;
  const { per } = rateLimits[name];
  switch (per) {
    case 'ip':
      return networkOf(request.ip, 'client');
    case 'network':
    case 'ipv6-56':
    case 'ipv6-48':
      return networkOf(request.ip, per);
    case 'caller':
      return accountId ?? networkOf(request.ip, 'client');
    case 'account':
      return accountId;
    case 'email':
      return addressKeyOf(request);
    case 'email-and-ip':
      return `${addressKeyOf(request)} ${networkOf(request.ip, 'client')}`;
  }
}

/** Hashed: Redis has no need to know who signs in. */
function addressKeyOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update((emailOf(request) ?? '').toLowerCase())
    .digest('base64url');
}

/** Applies the limits that a route names. The service key is not limited. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  /** Those that the body has no part in, before it is read. */
  async canActivate(host: ExecutionContext): Promise<boolean> {
    await this.count(host, (limit) => !needsBody(limit));
    return true;
  }

  /** The others. @throws ServiceError RATE_LIMITED */
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
