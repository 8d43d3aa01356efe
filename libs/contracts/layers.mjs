/** From the bottom up; what the lists mean stands in `.dependency-cruiser.mjs`. */
export default [
  ['errors', 'json-env.ts', 'is-uuid.ts', 'limits.ts'],
  ['wire', 'lifetime.ts', 'page-addresses'],
  ['auth', 'site-rules'],
  ['sites', 'feedback'],
  ['admin'],
  ['app-config.ts'],
  ['index.ts'],
];
