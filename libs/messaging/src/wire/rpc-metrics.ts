import { ServiceError } from '@haru/contracts';
import { Durations, Sampled } from '@haru/service-runtime';

/** `refused` is an answer that the contract foresees; the others are faults or overload. */
export type RpcOutcome = 'ok' | 'refused' | 'timeout' | 'busy' | 'unavailable' | 'failed';

export const clientDurations = new Durations(
  'haru_rpc_client_duration_seconds',
  'Requests to services, from call to answer, as the asking process sees them',
  ['message', 'outcome'],
);

export const serverDurations = new Durations(
  'haru_rpc_server_duration_seconds',
  'Requests that this process answered, from taking to answering',
  ['message', 'outcome'],
);

export const listDepth = Sampled.gauge(
  'haru_rpc_list_depth',
  'Requests that wait in Redis for a free replica of the service',
  ['service'],
);

export const inFlight = Sampled.gauge('haru_rpc_server_in_flight', 'Requests that this process is working on', [
  'service',
]);

export const dropped = Sampled.counter(
  'haru_rpc_server_dropped_total',
  'Requests that got no answer: past their deadline when taken (expired) or done (late), or not a valid request',
  ['reason'],
);

export const pendingCalls = Sampled.gauge(
  'haru_rpc_client_pending',
  'Requests of this process that have no answer yet',
);

export const discardedReplies = Sampled.counter(
  'haru_rpc_client_discarded_replies_total',
  'Replies that came after the deadline of their call',
);

export function outcomeOf(error: unknown): RpcOutcome {
  if (!(error instanceof ServiceError)) return 'failed';
  switch (error.code) {
    case 'SERVICE_TIMEOUT':
      return 'timeout';
    case 'SERVICE_BUSY':
      return 'busy';
    case 'SERVICE_UNAVAILABLE':
      return 'unavailable';
    case 'UNKNOWN_ERROR':
      return 'failed';
    default:
      return 'refused';
  }
}

/** Returns seconds since `startedAt`, a `performance.now()`. */
export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;
