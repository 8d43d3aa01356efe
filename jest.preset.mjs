import { fileURLToPath } from 'node:url';

const testing = (file) => fileURLToPath(new URL(`./libs/testing/${file}`, import.meta.url));

/** Shared by every server project: ESM TypeScript through SWC, libraries from their sources. */
export default {
  testEnvironment: 'node',
  // Jest adds 'import' or 'require' itself; named here they would apply to both, and CommonJS would get ES modules.
  testEnvironmentOptions: { customExportConditions: ['@haru/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', { swcrc: false, ...(await import('./swc.config.mjs')).default }],
  },
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
  passWithNoTests: true,
  globalSetup: testing('jest-global-setup.mjs'),
  globalTeardown: testing('jest-global-teardown.mjs'),
  // Real servers and real processes: starting one takes a second or two on a busy machine.
  testTimeout: 30_000,
};
