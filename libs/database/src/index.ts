export * from './data-source.js';
export * from './migrate.js';
export type { ServiceRights } from './service-rights.js';
