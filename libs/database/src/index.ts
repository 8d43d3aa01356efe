export * from './data-source.js';
export * from './migrate.js';
export * from './watch-database.js';
