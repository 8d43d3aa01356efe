/** A sweep in a process of its own, as the worker does it: `<database url>`; it says when it began and ended. */
import 'reflect-metadata';
import { createDataSource } from '@haru/database';
import { Outbox } from '@haru/events';
import { sitesDatabase } from '../../../apps/sites-service/src/database.js';
import { ExpireSites } from '../../../apps/sites-service/src/maintenance/expire-sites.job.js';

const dataSource = createDataSource(sitesDatabase.options('bench-sweep', { DATABASE_URL: process.argv[2] ?? '' }));
await dataSource.initialize();
const begin = Date.now();
const { expired } = await new ExpireSites(dataSource, new Outbox()).run();
console.log(JSON.stringify({ begin, end: Date.now(), expired }));
await dataSource.destroy();
