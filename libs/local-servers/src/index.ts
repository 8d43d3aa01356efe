export * from './chromium.js';
export * from './is-running.js';
export * from './postgres-server.js';
export * from './programs.js';
export * from './reaper.js';
export * from './redis-server.js';
export * from './wait-for.js';
