import { requestScope, type RequestScope } from '@haru/service-runtime';

/** Bounds how long the calls of one request may take together, one after the other; concurrent ones count once. */
export class CallBudget {
  private readonly leftMs = new WeakMap<RequestScope, number>();

  /** @param totalMs for each request */
  constructor(private readonly totalMs: number) {}

  /** Makes a call with its own timeout, or with what is left to its request. Outside a request only its own counts. */
  async spend<Reply>(timeoutMs: number, call: (timeoutMs: number) => Promise<Reply>): Promise<Reply> {
    const scope = requestScope();
    if (!scope) return call(timeoutMs);
    const leftMs = this.leftMs.get(scope) ?? this.totalMs;
    const startedAt = performance.now();
    try {
      return await call(Math.min(timeoutMs, leftMs));
    } finally {
      const stillLeftMs = leftMs - (performance.now() - startedAt);
      this.leftMs.set(scope, Math.min(stillLeftMs, this.leftMs.get(scope) ?? Infinity));
    }
  }
}
