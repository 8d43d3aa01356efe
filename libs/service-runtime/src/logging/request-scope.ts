import { AsyncLocalStorage } from 'node:async_hooks';

/** All lines of a request have these fields, in whichever process they are written. */
export interface RequestScope {
  requestId: string;
  accountId?: string | undefined;
  traceId?: string | undefined;
}

/** A scope is made from the context that is sent with requests and events. */
interface ScopedContext {
  requestId: string;
  traceparent?: string | undefined;
  caller: { role: string; accountId?: string };
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function scopeOf({ requestId, traceparent, caller }: ScopedContext): RequestScope {
  return { requestId, accountId: caller.accountId, traceId: traceparent?.split('-')[1] };
}

/** Every log line written by `work`, and by whatever it starts, names its request. */
export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Returns the request that is being processed, if any. More may be added to it as it becomes known. */
export function requestScope(): RequestScope | undefined {
  return scopes.getStore();
}
