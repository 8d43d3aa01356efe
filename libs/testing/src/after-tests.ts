/** Read by `jest-global-teardown.mjs`. */
const registry = globalThis as { haruAfterTests?: (() => Promise<void>)[] };

/**
 * Calls `end` when all spec files are done, for what they share. Only where they run in Jest's own process: a worker of Jest is
 * ended, and what it started ends with it.
 */
export function afterTests(end: () => Promise<void>): void {
  (registry.haruAfterTests ??= []).push(end);
}
