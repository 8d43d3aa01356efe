/** From the bottom up; what the lists mean stands in `.dependency-cruiser.mjs`. */
export default [
  ['config.ts', 'tables'],
  ['migrations'],
  ['database.ts'],
  ['reports'],
  ['admin', 'mail'],
  ['workers', 'feedback.module.ts'],
  ['main.ts', 'worker.ts', 'migrate.ts'],
];
