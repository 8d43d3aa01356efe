import 'reflect-metadata';
import { migrateService } from '@haru/service-kit';
import { authDatabase } from './database.js';

await migrateService('auth-migrate', authDatabase);
