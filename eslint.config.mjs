import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The arrows of the architecture: who may import whom. */
const depConstraints = [
  // Contracts are values for everybody, the browser too: no library of the workspace below them, and zod is all they need.
  { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [], allowedExternalImports: ['zod', '@jest/globals'] },
  // Its tests need the kit too; sources are kept from it by the rule below.
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:contracts', 'type:lib', 'type:testing'] },
  {
    sourceTag: 'type:testing',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:lib', 'type:testing', 'type:local-servers'],
  },
  // What `npm start` and the tests have in common: PostgreSQL, Redis and Chromium on this machine.
  { sourceTag: 'type:local-servers', onlyDependOnLibsWithTags: ['type:local-servers'] },
  // An app never imports an app. The test kit is further held to tests by the rule below.
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:contracts', 'type:lib', 'type:testing'] },
  { sourceTag: 'platform:any', onlyDependOnLibsWithTags: ['platform:any'] },
  {
    sourceTag: 'platform:browser',
    onlyDependOnLibsWithTags: ['platform:any', 'platform:browser'],
    bannedExternalImports: ['@nestjs/*', 'ioredis', 'bullmq', 'pg', 'typeorm'],
  },
  // The gateway owns no database and runs no jobs.
  {
    sourceTag: 'scope:gateway',
    onlyDependOnLibsWithTags: ['scope:shared'],
    bannedExternalImports: ['typeorm', '@nestjs/typeorm', 'pg', '@nestjs/bullmq'],
  },
  { sourceTag: 'scope:auth', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:sites', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:feedback', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:cli', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:web', onlyDependOnLibsWithTags: ['scope:shared'] },
];

const tests = ['**/*.spec.ts', '**/*.spec.tsx', '**/test/**', '**/e2e/**', '**/testing/**'];

/** The rules that need types are in `.oxlintrc.json`: oxlint checks them in a twentieth of the time. */
export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.data/**'] },
  js.configs.recommended,
  { languageOptions: { globals: globals.node }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommended, ...tseslint.configs.stylistic],
    // Types that decorators name are imported as values.
    languageOptions: { parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { enforceBuildableLibDependency: false, allow: [], depConstraints }],
    },
  },
  {
    // The flows drive a browser from Node: the app's own limits are not theirs.
    files: ['apps/web/e2e/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { depConstraints: depConstraints.filter(({ sourceTag }) => sourceTag !== 'platform:browser') },
      ],
    },
  },
  {
    files: ['apps/**/src/**/*.{ts,tsx}', 'libs/**/src/**/*.ts'],
    ignores: [...tests, 'libs/testing/**', 'libs/local-servers/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@haru/testing', message: 'The test kit is for tests only.' }] },
      ],
    },
  },
  {
    // Those of the libraries notice a server that went silent, and come back by themselves.
    files: ['apps/**/src/**/*.ts', 'libs/**/src/**/*.ts'],
    ignores: [
      ...tests,
      'libs/testing/**',
      'libs/local-servers/**',
      'libs/service-runtime/src/redis/**',
      'libs/database/**',
      'libs/mail/src/smtp.ts',
      'apps/sites-service/src/storage/html-storage/s3-bucket.ts',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'ioredis',
              importNames: ['default', 'Redis', 'Cluster'],
              allowTypeImports: true,
              message: 'Connect with openRedis or WatchedRedis of @haru/service-runtime.',
            },
            {
              name: 'pg',
              importNames: ['default', 'Client', 'Pool'],
              allowTypeImports: true,
              message: 'Connect with createDataSource or WatchedClient of @haru/database.',
            },
            {
              name: '@aws-sdk/client-s3',
              importNames: ['S3Client', 'S3'],
              allowTypeImports: true,
              message: 'Use S3Bucket, which keeps to connectionRules.',
            },
            {
              name: 'nodemailer',
              allowTypeImports: true,
              message: 'Use smtpTransport of @haru/mail, which keeps to connectionRules.',
            },
          ],
        },
      ],
    },
  },
  {
    // It shows queues; jobs are done by the services' workers.
    files: ['apps/gateway/src/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@haru/testing', message: 'The test kit is for tests only.' },
            { name: 'bullmq', importNames: ['Worker'], message: 'The gateway runs no jobs.' },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['apps/web/public/*.js', 'apps/gateway/src/docs/assets/*.js'],
    languageOptions: { globals: globals.browser },
  },
  prettier,
);
