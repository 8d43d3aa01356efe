export * from './data-source.js';
export * from './deleted-accounts.js';
export * from './group-commit.js';
export * from './is-database-away.js';
export * from './migrate.js';
export * from './query-prepared.js';
export type { ServiceRights } from './service-rights.js';
export * from './timeouts.js';
export { probed } from './watched-client.js';
