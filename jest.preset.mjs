/** Shared by every server project: ESM TypeScript through SWC, libraries from their sources. */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@haru/source', 'node', 'import', 'default'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', { swcrc: false, ...(await import('./swc.config.mjs')).default }],
  },
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
  passWithNoTests: true,
};
