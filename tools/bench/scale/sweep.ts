/** A sweep in a process of its own, as the worker does it: `<database url>`; it says when it began and ended. */
import 'reflect-metadata';
import { createDataSource } from '@haru/database';
import { Outbox } from '@haru/events';
import { sitesDatabase } from '../../../apps/sites-service/src/database.js';
import { SweepSites } from '../../../apps/sites-service/src/maintenance/sweep-sites.js';

const dataSource = createDataSource(sitesDatabase.options('bench-sweep', { DATABASE_URL: process.argv[2] ?? '' }));
await dataSource.initialize();
const sweeping = new SweepSites(dataSource, new Outbox());
const begin = Date.now();
const expired = await sweeping.expire(new Date(), { requestId: 'bench', caller: { role: 'service_role' } });
console.log(JSON.stringify({ begin, end: Date.now(), expired }));
await dataSource.destroy();
