import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, parseEnv } from './env/env.js';
import { openInternalServer, type InternalServer } from './health/internal-server.js';
import { createLogger, type Logger } from './logging/logger.js';
import { collectProcessMetrics } from './metrics/scrape.js';
import { processEnvSchema, type ProcessEnv } from './env/process-env.js';
import { readiness } from './health/readiness.js';
import { startTracing } from './tracing.js';

/** A started process returns this so that it can be stopped: stop taking work, finish, close. */
export interface RunningProcess {
  close(): Promise<void>;
}

interface RunOptions {
  /** `close` may take so long before the process gives up, in milliseconds. */
  closeWithinMs?: number;
}

/**
 * Runs every process: it starts, logs that, and on SIGTERM or SIGINT finishes what is in flight and exits 0. A second
 * signal exits immediately. An unhandled fault ends the process with 1. A process started with an IPC channel sends
 * `'ready'` on it. If `INTERNAL_PORT` is set, health and metrics are served from the first moment to the last.
 */
export async function runProcess(
  name: string,
  start: (logger: Logger) => Promise<RunningProcess>,
  options: RunOptions = {},
): Promise<void> {
  const logger = createLogger(name);
  let env: ProcessEnv | undefined;
  let internal: InternalServer | undefined;
  let endTracing: (() => Promise<void>) | undefined;
  let running: RunningProcess | undefined;

  const close = async (): Promise<void> => {
    await running?.close();
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
    env = parseEnv(processEnvSchema);
    internal = await openInternalPort(env, logger);
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = env;
    endTracing = endpoint === undefined ? undefined : await startTracing(name, { endpoint, ratio }, logger);
    running = await start(logger);
  } catch (error) {
    if (error instanceof EnvironmentError) logger.fatal(error.message);
    else logger.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
  if (readiness.isStopping) {
    await close();
    process.exit(0);
  }
  readiness.enter('running');
  logger.info('ready');
  process.send?.('ready');
}

async function openInternalPort(env: ProcessEnv, logger: Logger): Promise<InternalServer | undefined> {
  if (env.INTERNAL_PORT === undefined) return undefined;
  collectProcessMetrics();
  const { INTERNAL_HOST: host, INTERNAL_PORT: port } = env;
  const server = await openInternalServer({ host, port }, readiness, logger);
  logger.info({ host, port: server.port }, 'health and metrics are served');
  return server;
}
