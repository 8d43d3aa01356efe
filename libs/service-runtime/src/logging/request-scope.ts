import { AsyncLocalStorage } from 'node:async_hooks';

/** What the lines of a request have in common, in whichever process they are written. */
export interface RequestScope {
  requestId: string;
  accountId?: string | undefined;
  traceId?: string | undefined;
}

/** What a scope is made from: the context that goes along with requests and events. */
interface ScopedContext {
  requestId: string;
  traceparent?: string | undefined;
  caller: { role: string; accountId?: string };
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function scopeOf({ requestId, traceparent, caller }: ScopedContext): RequestScope {
  return { requestId, accountId: caller.accountId, traceId: traceparent?.split('-')[1] };
}

/** Every log line written by `work`, and by whatever it starts, says whose request it is. */
export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** The request that is being worked on, if any. It may be added to while more becomes known. */
export function requestScope(): RequestScope | undefined {
  return scopes.getStore();
}
