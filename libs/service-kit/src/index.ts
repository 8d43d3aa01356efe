export { migrateService } from './migrate-service.js';
export { ServiceDatabase } from './service-database.js';
export { startService } from './start-service.js';
export { startWorker } from './start-worker.js';
