/** The layers stand from the bottom up; `.dependency-cruiser.mjs` says what the lists mean. */
export default [
  ['json-env.ts', 'is-uuid.ts', 'information-http.ts', 'limits.ts', 'own-screens.ts', 'page-format.ts'],
  ['edge-routes.ts', 'page-version.ts', 'page-rules', 'proof-http.ts'],
  ['errors'],
  ['wire', 'lifetime.ts', 'page-addresses'],
  ['auth', 'site-rules'],
  ['sites'],
  ['feedback'],
  ['cases'],
  ['admin'],
  ['app-config.ts', 'messages-of.ts'],
  ['index.ts'],
];
