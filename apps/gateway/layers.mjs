/** The layers stand from the bottom up; `.dependency-cruiser.mjs` says what the lists mean. */
export default [
  ['http'],
  ['config.ts'],
  ['rate-limits/limit-table.ts'],
  ['settings.ts'],
  ['http-errors'],
  ['credentials'],
  ['access', 'admission'],
  ['rate-limits', 'front-door', 'open-api'],
  ['proofs'],
  ['auth', 'own-account', 'sites', 'feedback', 'cases', 'admin', 'docs', 'system'],
  ['mcp'],
  ['request-checks.ts'],
  ['app.module.ts'],
  ['create-gateway.ts'],
  ['main.ts'],
];
