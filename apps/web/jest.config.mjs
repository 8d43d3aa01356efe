import preset from '../../jest.preset.mjs';
import swc from '../../swc.config.mjs';

const withJsx = {
  ...swc,
  jsc: {
    ...swc.jsc,
    parser: { ...swc.jsc.parser, tsx: true },
    transform: { ...swc.jsc.transform, react: { runtime: 'automatic' } },
  },
};

/** Components run in jsdom with Node's fetch; styles are only names. */
export default {
  ...preset,
  testRunner: 'jest-circus/runner',
  testEnvironment: './jsdom-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['@haru/source', 'browser', 'import', 'default'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/src/testing/style-names.ts',
    '^(.*\\.html)\\?raw$': '$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', { swcrc: false, ...withJsx }],
    '\\.html$': '<rootDir>/jest-html-source.mjs',
  },
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  testMatch: ['<rootDir>/{src,vite-plugins}/**/*.spec.{ts,tsx}'],
};
