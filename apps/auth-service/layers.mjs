/** The layers stand from the bottom up; `.dependency-cruiser.mjs` says what the lists mean. */
export default [
  ['input'],
  ['config.ts'],
  ['settings.ts'],
  ['tables'],
  ['passwords', 'audit', 'mail'],
  ['sessions'],
  ['factors', 'accounts'],
  ['sign-in', 'sign-in-with', 'management-link', 'expiry-mails', 'recovery-codes', 'keys'],
  ['admin', 'maintenance'],
  ['migrations'],
  ['database.ts'],
  ['app.module.ts', 'worker.module.ts'],
  ['start.ts', 'worker.ts', 'migrate.ts'],
  ['main.ts'],
];
