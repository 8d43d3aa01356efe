import { hash } from 'node:crypto';
import type { Caller } from '@haru/contracts';
import { networkOf } from '@haru/service-runtime';
import type { FastifyRequest } from 'fastify';
import type { IdentifiedRequest } from '../access/access.js';
import { emailOf } from './auth-limits.js';
import { type RateLimitName, rateLimits } from './limit-table.js';

/** A request is counted here; `share` of the limit's points may be taken. */
interface LimitKey {
  key: string;
  share: number;
}

/** One key may use half of its account's points, so that a program cannot use up those of the person and of other keys. */
const KEY_SHARE = 0.5;

/** Returns where a request is counted; nowhere if the limit does not concern it. */
export function limitKeysOf(name: RateLimitName, request: IdentifiedRequest): LimitKey[] {
  const key = limitKeyOf(name, request);
  if (key === undefined) return [];
  const keyId = rateLimits[name].per === 'caller' ? keyIdOf(request.context.caller) : undefined;
  return [{ key, share: 1 }, ...(keyId === undefined ? [] : [{ key: keyId, share: KEY_SHARE }])];
}

function limitKeyOf(name: RateLimitName, request: IdentifiedRequest): string | undefined {
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
    case 'all':
      return 'all';
    case 'email':
      return addressKeyOf(request);
    case 'email-and-ip':
      return `${addressKeyOf(request)} ${networkOf(request.ip, 'client')}`;
  }
}

/** Returns the API key or edit key of the caller. */
function keyIdOf(caller: Caller): string | undefined {
  const credential = caller.role === 'authenticated' ? caller.credential : undefined;
  return credential?.kind === 'session' ? undefined : credential?.id;
}

/** The address is hashed: Redis need not know who signs in. */
function addressKeyOf(request: FastifyRequest): string {
  return hash('sha256', (emailOf(request) ?? '').toLowerCase(), 'base64url');
}
