import { fileURLToPath } from 'node:url';

const testing = (file) => fileURLToPath(new URL(`./libs/testing/${file}`, import.meta.url));

/** Shared by every server project: Node evaluates the TypeScript of the specs and what they import, libraries from their sources. */
export default {
  testRunner: testing('jest-native-runner.mjs'),
  testEnvironment: 'node',
  transform: {},
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
  // They take minutes, and run by `npm run accept -- long`.
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.HARU_ACCEPT === '1' ? [] : ['\\.accept\\.spec\\.ts$'])],
  passWithNoTests: true,
  globalSetup: testing('jest-global-setup.mjs'),
  globalTeardown: testing('jest-global-teardown.mjs'),
  // Real servers and real processes: as long as `waitUntilReady` waits for one.
  testTimeout: 60_000,
};
