export * from './data-source.js';
export * from './migrate.js';
