/** From the bottom up; what the lists mean stands in `.dependency-cruiser.mjs`. */
export default [
  ['styles', 'texts'],
  ['paths.ts'],
  ['http'],
  ['components'],
  ['session'],
  ['api'],
  ['forms'],
  ['features/cases', 'features/preview', 'features/feedback'],
  [
    'features/auth',
    'features/admin',
    'features/files',
    'features/site',
    'features/code',
    'features/management-link',
    'features/expiry',
  ],
  ['features/settings', 'features/publish', 'features/published', 'features/dashboard', 'features/editing'],
  ['pages'],
  ['app'],
  ['testing'],
];
