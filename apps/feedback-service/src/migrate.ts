import 'reflect-metadata';
import { migrateService } from '@haru/service-kit';
import { feedbackDatabase } from './database.js';
import { migrations } from './migrations/index.js';

await migrateService('feedback-migrate', feedbackDatabase, migrations);
