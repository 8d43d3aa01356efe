export { migrateService } from './migrate-service.js';
export { ServiceDatabase, type DatabaseEnv, type ServiceDatabaseOptions } from './service-database.js';
export { startService, type ServiceDefinition } from './start-service.js';
export { startWorker, type WorkerDefinition, type WorkerPart } from './start-worker.js';
