import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const sane = /^[A-Za-z0-9._-]{8,64}$/;
const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Fastify's `genReqId`: the caller's `X-Request-Id` where it is a sane one, else one of ours. */
export function newRequestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}

export function requestIdOf(request: FastifyRequest): string {
  return request.id;
}

/** The caller's W3C trace context, or the root of a new trace. */
export function traceparentOf(request: FastifyRequest): string {
  const given = request.headers['traceparent'];
  if (typeof given === 'string' && traceparentPattern.test(given)) return given;
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
