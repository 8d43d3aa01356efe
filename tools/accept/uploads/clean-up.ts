/** Removes files that nothing uses, again and again, as the worker does each minute: its environment names the storage. */
import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { createDataSource } from '@haru/database';
import { sitesDatabase } from '../../../apps/sites-service/src/database.js';
import { openHtmlStorage } from '../../../apps/sites-service/src/storage/html-storage/html-storage.js';
import { htmlStorageEnv } from '../../../apps/sites-service/src/storage/html-storage/storage-env.js';
import { RemoveUnusedFiles } from '../../../apps/sites-service/src/trees/remove-unused-files.job.js';

const dataSource = createDataSource(sitesDatabase.options('accept-clean-up', { DATABASE_URL: process.argv[2] ?? '' }));
await dataSource.initialize();
const job = new RemoveUnusedFiles(dataSource, await openHtmlStorage(htmlStorageEnv.parse(process.env).htmlStorage));
for (;;) {
  // A run fails while Postgres is ended.
  const { removed } = await job.run().catch((error: unknown) => (console.error(error), { removed: 0 }));
  if (removed) console.log(JSON.stringify({ removed }));
  await pause(50);
}
