import { setTimeout as delay } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { z } from 'zod';
import { EnvironmentError, parseEnv } from './env/env.js';
import { openInternalServer, type InternalServer } from './health/internal-server.js';
import { keepTickShape } from './keep-tick-shape.js';
import { createLogger, type Logger, withNestLogger } from './logging/logger.js';
import { collectProcessMetrics } from './metrics/scrape.js';
import { processEnvSchema, type ProcessEnv } from './env/process-env.js';
import { readiness } from './health/readiness.js';
import { startTracing } from './tracing.js';

/** A started process returns this so that it can be stopped: stop taking work, finish, close. */
export interface RunningProcess {
  close(): Promise<void>;
}

/** A service or worker, which has a process of its own or shares one with others. */
export interface ServiceDefinition<Schema extends z.ZodType = z.ZodType> {
  name: string;
  env: Schema;
  start(env: z.output<Schema>, logger: Logger): Promise<RunningProcess>;
}

/** @param env describes the settings, which `start` gets */
export function defineService<Schema extends z.ZodType>(
  name: string,
  env: Schema,
  start: (env: z.output<Schema>, logger: Logger) => Promise<RunningProcess>,
): ServiceDefinition<Schema> {
  return { name, env, start };
}

interface RunOptions {
  /** `close` may take so long before the process gives up, in milliseconds. */
  closeWithinMs?: number;
}

/**
 * Runs every process: it starts its services, logs that, and on SIGTERM or SIGINT finishes what is in flight and exits 0.
 * A second signal exits immediately. An unhandled fault ends the process with 1. A process started with an IPC channel
 * sends `'ready'` on it. If `INTERNAL_PORT` is set, health and metrics are served from the first moment to the last.
 * Services are closed one after the other, the last one first. Several services read their settings as
 * `serviceEnvironment` describes.
 */
export async function runProcess(services: readonly ServiceDefinition[], options: RunOptions = {}): Promise<void> {
  keepTickShape();
  const name = services.map((service) => service.name).join('+');
  const logger = createLogger(name);
  let env: ProcessEnv | undefined;
  let internal: InternalServer | undefined;
  let endTracing: (() => Promise<void>) | undefined;
  let running: RunningProcess[] | undefined;

  const close = async (): Promise<void> => {
    for (const service of running?.toReversed() ?? []) await service.close();
    await endTracing?.();
    await internal?.close();
  };

  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (readiness.isStopping) {
      logger.warn({ reason }, 'asked twice, exiting immediately');
      process.exit(exitCode || 1);
    }
    readiness.enter('stopping');
    logger.info({ reason }, 'stopping');
    const delayMs = reason === 'SIGTERM' && running ? (env?.SHUTDOWN_DELAY_MS ?? 0) : 0;
    setTimeout(
      () => {
        logger.error('could not close in time');
        process.exit(1);
      },
      delayMs + (options.closeWithinMs ?? 30_000),
    ).unref();
    try {
      if (delayMs > 0) await delay(delayMs);
      await close();
    } catch (error) {
      logger.error({ err: error }, 'closing failed');
      process.exit(1);
    }
    logger.info('stopped');
    process.exit(exitCode);
  };

  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    void stop('uncaughtException', 1);
  });
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'unhandled rejection');
    void stop('unhandledRejection', 1);
  });

  try {
    const starts = prepareAll(services);
    env = parseEnv(processEnvSchema);
    internal = await openInternalPort(env, logger);
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = env;
    endTracing = endpoint === undefined ? undefined : await startTracing(name, { endpoint, ratio }, logger);
    running = await Promise.all(starts.map((start) => start()));
  } catch (error) {
    if (error instanceof EnvironmentError) logger.fatal(error.message);
    else logger.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
  if (readiness.isStopping) {
    await close();
    process.exit(0);
  }
  if (process.env['NODE_ENV'] === 'production') collectGarbage();
  readiness.enter('running');
  logger.info('ready');
  process.send?.('ready');
}

/**
 * The start leaves 20 MB of garbage and an idle process 2 MB a minute, which V8 would keep. A collection stops the process
 * for 130 ms, so it waits for a minute with little to do, and until the heap has grown by a twentieth.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  const collect = () => {
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    return getHeapStatistics().used_heap_size;
  };
  let kept = collect();
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const isIdle = performance.eventLoopUtilization(last).utilization < 0.1;
    if (isIdle && getHeapStatistics().used_heap_size > 1.05 * kept) kept = collect();
    last = performance.eventLoopUtilization();
  }, 60_000).unref();
}

/** @returns a function for each service that starts it. @throws EnvironmentError with the faults of all services */
function prepareAll(services: readonly ServiceDefinition[]): (() => Promise<RunningProcess>)[] {
  const faults: string[] = [];
  const starts = services.map((service) => {
    const { name } = service;
    try {
      const env = parseEnv(service.env, services.length > 1 ? serviceEnvironment(name) : process.env);
      const logger = createLogger(name);
      return () => withNestLogger(logger, () => service.start(env, logger));
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      faults.push(...error.faults.map((fault) => (services.length > 1 ? `${name} ${fault}` : fault)));
      return () => Promise.reject(error);
    }
  });
  if (faults.length > 0) throw new EnvironmentError(faults);
  return starts;
}

/** In a process of several services, `AUTH_SERVICE__DATABASE_URL` is the `DATABASE_URL` of auth-service alone. */
function serviceEnvironment(name: string): Record<string, string | undefined> {
  const prefix = `${name.toUpperCase().replaceAll('-', '_')}__`;
  const own = Object.entries(process.env).filter(([variable]) => variable.startsWith(prefix));
  return {
    ...process.env,
    ...Object.fromEntries(own.map(([variable, value]) => [variable.slice(prefix.length), value])),
  };
}

async function openInternalPort(env: ProcessEnv, logger: Logger): Promise<InternalServer | undefined> {
  if (env.INTERNAL_PORT === undefined) return undefined;
  collectProcessMetrics();
  const { INTERNAL_HOST: host, INTERNAL_PORT: port } = env;
  const server = await openInternalServer({ host, port }, readiness, logger);
  logger.info({ host, port: server.port }, 'health and metrics are served');
  return server;
}
