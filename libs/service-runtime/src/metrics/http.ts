import { Durations } from './durations.js';

/** Every process that answers HTTP to the public measures these. */
export const httpDurations = new Durations(
  'haru_http_request_duration_seconds',
  'HTTP requests, from their head to the end of the answer',
  ['method', 'route', 'status'],
);

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Callers may send any method, so unknown ones share a label. */
export function methodLabel(method: string | undefined): string {
  return method !== undefined && methods.has(method) ? method : 'OTHER';
}
