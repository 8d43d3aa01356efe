import 'reflect-metadata';
import { migrateService } from '@haru/service-kit';
import { authDatabase } from './database.js';
import { migrations } from './migrations/index.js';

await migrateService('auth-migrate', authDatabase, migrations);
