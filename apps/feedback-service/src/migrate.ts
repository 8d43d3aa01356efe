import 'reflect-metadata';
import { migrateService } from '@haru/service-kit';
import { feedbackDatabase } from './database.js';

await migrateService('feedback-migrate', feedbackDatabase);
