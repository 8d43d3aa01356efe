/** `jest-global-teardown.mjs` reads it. */
const registry = globalThis as { haruAfterTests?: (() => Promise<void>)[] };

/**
 * Calls `end` when all spec files are done, for servers that they share. It works only in Jest's own process: a worker
 * of Jest is ended, and what it started ends with it.
 */
export function afterTests(end: () => Promise<void>): void {
  (registry.haruAfterTests ??= []).push(end);
}
