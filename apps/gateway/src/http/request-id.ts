import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const sane = /^[A-Za-z0-9._-]{8,64}$/;
const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** This is Fastify's `genReqId`: the caller's `X-Request-Id` if it is well-formed, else a new id. */
export function newRequestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}

const traceparents = new WeakMap<FastifyRequest, string>();

export function givenTraceparent(request: FastifyRequest): string | undefined {
  const given = request.headers['traceparent'];
  return typeof given === 'string' && traceparentPattern.test(given) ? given : undefined;
}

/** Services continue the trace from this span of the request. */
export function useTraceparent(request: FastifyRequest, traceparent: string): void {
  traceparents.set(request, traceparent);
}

/** Returns the request's own trace context, the caller's, or the root of a new trace; it is always the same one. */
export function traceparentOf(request: FastifyRequest): string {
  const known = traceparents.get(request) ?? givenTraceparent(request);
  if (known !== undefined) return known;
  const root = `00-${randomHex(32)}-${randomHex(16)}-01`;
  traceparents.set(request, root);
  return root;
}

/** Node draws random UUIDs many at a time, but single bytes with a system call each. @param digits 32 at most */
function randomHex(digits: number): string {
  return randomUUID().replaceAll('-', '').slice(-digits);
}
