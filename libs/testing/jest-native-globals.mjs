/** Spec files import these as `@jest/globals` when `jest-native-runner.mjs` runs them. It sets them for each spec file. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
