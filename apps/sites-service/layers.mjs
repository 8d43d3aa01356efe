/** The layers are listed from the bottom up; `.dependency-cruiser.mjs` explains the lists. */
export default [
  ['tables', 'storage/html-storage'],
  ['config.ts', 'migrations'],
  ['database.ts', 'settings.ts'],
  ['sites'],
  ['storage'],
  ['publishing', 'data-api', 'moderation', 'maintenance'],
  ['ownership'],
  ['viewer/headers'],
  ['viewer/shim'],
  ['viewer/cache', 'viewer/screens'],
  ['viewer/sources'],
  ['viewer/trees'],
  ['viewer/http'],
  ['viewer'],
  ['app.module.ts', 'worker.module.ts'],
  ['main.ts', 'worker.ts', 'viewer.ts', 'migrate.ts'],
];
