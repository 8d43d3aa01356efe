/** The layers are listed from the bottom up; `.dependency-cruiser.mjs` explains the lists. */
export default [
  ['tables', 'storage/html-storage'],
  ['config.ts', 'migrations'],
  ['database.ts'],
  ['sites'],
  ['storage'],
  ['publishing', 'data-api', 'moderation'],
  ['ownership'],
  ['maintenance'],
  ['viewer/headers'],
  ['viewer/shim'],
  ['viewer/cache', 'viewer/screens'],
  ['viewer/http'],
  ['viewer', 'sites.message-controller.ts'],
  ['event-workers.ts'],
  ['sites.module.ts', 'worker.module.ts'],
  ['main.ts', 'worker.ts', 'viewer.ts', 'migrate.ts'],
];
