/** From the bottom up; what the lists mean stands in `.dependency-cruiser.mjs`. */
export default [
  ['paths.ts', 'styles'],
  ['texts'],
  ['http'],
  ['components'],
  ['session'],
  ['api'],
  ['forms'],
  ['features/auth', 'features/feedback', 'features/admin', 'features/sites'],
  ['features/settings', 'features/publish', 'features/dashboard'],
  ['pages'],
  ['app'],
  ['testing'],
];
