export * from './env.js';
export * from './logger.js';
export { Durations, type DurationSeries } from './metrics/durations.js';
export { Sampled, type Sample } from './metrics/sampled.js';
export { processEnvSchema, type ProcessEnv } from './process-env.js';
export { readiness, type Readiness, type ReadinessCheck } from './readiness.js';
export * from './run-process.js';
export { watchDatabase } from './watch-database.js';
