/** From the bottom up; what the lists mean stands in `.dependency-cruiser.mjs`. */
export default [
  ['tables', 'page-html', 'html-storage'],
  ['config.ts', 'migrations'],
  ['database.ts'],
  ['accounts', 'counts', 'paths'],
  ['sites', 'quotas'],
  ['stored-pages'],
  ['publishing', 'rows', 'moderation'],
  ['maintenance'],
  ['viewer/headers'],
  ['viewer/shim'],
  ['viewer/cache', 'viewer/screens'],
  ['viewer/http'],
  ['viewer', 'workers', 'sites.message-controller.ts'],
  ['sites.module.ts', 'worker.module.ts'],
  ['main.ts', 'worker.ts', 'viewer.ts', 'migrate.ts'],
];
