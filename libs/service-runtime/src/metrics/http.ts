import { Durations } from './durations.js';

/** Of every process that answers HTTP to the public. */
export const httpDurations = new Durations(
  'haru_http_request_duration_seconds',
  'HTTP requests, from their head to the end of the answer',
  ['method', 'route', 'status'],
);

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A method as a label: callers may send any word. */
export function methodLabel(method: string | undefined): string {
  return method !== undefined && methods.has(method) ? method : 'OTHER';
}
