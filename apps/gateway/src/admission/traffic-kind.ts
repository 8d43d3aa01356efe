import type { IncomingMessage } from 'node:http';
import { isUnder } from '@haru/contracts';

/** Requests of one kind cost alike; the kinds should not starve each other. */
export const trafficKinds = ['health', 'read', 'smallWrite', 'largeWrite', 'signIn', 'admin'] as const;
export type TrafficKind = (typeof trafficKinds)[number];

/** A write counts as large if its body is larger or its size is not known. */
export const SMALL_BODY_BYTES = 65_536;

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

export function trafficKindOf(request: IncomingMessage): TrafficKind {
  const { url = '/', method = 'GET' } = request;
  if (isUnder(url, '/healthz') || isUnder(url, '/readyz')) return 'health';
  if (isUnder(url, '/admin') || isUnder(url, '/auth/v1/admin')) return 'admin';
  if (reading.has(method)) return 'read';
  if ((declaredBytes(request) ?? Infinity) > SMALL_BODY_BYTES) return 'largeWrite';
  return isSignIn(url) ? 'signIn' : 'smallWrite';
}

/** Returns the body's size from the head; undefined if the body is chunked. */
export function declaredBytes({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

/** Most of these hash a password or send a mail. Refreshing and ending a session are cheap and frequent. */
function isSignIn(url: string): boolean {
  return isUnder(url, '/auth/v1') && !/^\/auth\/v1\/(?:token\?.*grant_type=refresh_token|logout)/.test(url);
}
