import preset from '../../../jest.preset.mjs';

/** Browser flows over a running system: no servers of their own, two files at a time. */
export default {
  ...preset,
  testMatch: ['<rootDir>/*.flow.spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 2,
};
