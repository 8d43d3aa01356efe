/** The layers stand from the bottom up; `.dependency-cruiser.mjs` says what the lists mean. */
export default [
  ['config.ts', 'tables'],
  ['settings.ts'],
  ['migrations'],
  ['database.ts'],
  ['reports'],
  ['admin', 'mail'],
  ['app.module.ts', 'worker.module.ts'],
  ['main.ts', 'worker.ts', 'migrate.ts'],
];
