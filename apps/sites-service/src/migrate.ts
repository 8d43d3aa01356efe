import 'reflect-metadata';
import { migrateService } from '@haru/service-kit';
import { sitesDatabase } from './database.js';

await migrateService('sites-migrate', sitesDatabase);
