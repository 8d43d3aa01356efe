import { hash } from 'node:crypto';
import type { Caller } from '@haru/contracts';
import { networkOf } from '@haru/service-runtime';
import type { FastifyRequest } from 'fastify';
import type { IdentifiedRequest } from '../access/access.js';
import { emailOf } from './auth-limits.js';
import { type RateLimitName, rateLimits } from './limit-table.js';

/** A request is counted under this key; undefined if the limit does not concern it. */
export function limitKeyOf(name: RateLimitName, request: IdentifiedRequest): string | undefined {
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
      return keyIdOf(caller) ?? accountId ?? networkOf(request.ip, 'client');
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

/** A limit per caller counts each key of an account by itself. */
function keyIdOf(caller: Caller): string | undefined {
  const credential = caller.role === 'authenticated' ? caller.credential : undefined;
  return credential?.kind === 'session' ? undefined : credential?.id;
}

/** The address is hashed: Redis need not know who signs in. */
function addressKeyOf(request: FastifyRequest): string {
  return hash('sha256', (emailOf(request) ?? '').toLowerCase(), 'base64url');
}
