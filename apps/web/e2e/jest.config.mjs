import preset from '../../../jest.preset.mjs';

/** Browser flows over a running system: no servers of their own, one browser at a time. */
export default {
  ...preset,
  testMatch: ['<rootDir>/*.flow.spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 1,
};
