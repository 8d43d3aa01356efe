import preset from '../../../jest.preset.mjs';

/** Runs browser flows over a running system: they start no servers, and two files run at a time. */
export default {
  ...preset,
  testMatch: ['<rootDir>/*.flow.spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 2,
};
