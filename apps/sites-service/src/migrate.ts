import 'reflect-metadata';
import { migrateService } from '@haru/service-kit';
import { sitesDatabase } from './database.js';
import { migrations } from './migrations/index.js';

await migrateService('sites-migrate', sitesDatabase, migrations);
