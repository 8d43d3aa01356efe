import { createLogger, type Logger } from './logger.js';
import { EnvironmentError } from './env.js';

/** What a started process hands back so that it can be stopped: stop taking work, finish, close. */
export interface RunningProcess {
  close(): Promise<void>;
}

export interface RunOptions {
  /** Longest time `close` may take before the process gives up, in milliseconds. */
  closeWithinMs?: number;
}

/**
 * The life of every process: start, say so, and on SIGTERM or SIGINT finish what is in hand and exit 0.
 * A second signal exits at once. A fault that nobody handles ends the process with 1.
 * A process started with an IPC channel sends `'ready'` on it.
 */
export async function runProcess(
  name: string,
  start: (logger: Logger) => Promise<RunningProcess>,
  options: RunOptions = {},
): Promise<void> {
  const logger = createLogger(name);
  let running: RunningProcess | undefined;
  let stopping = false;

  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (stopping) {
      logger.warn({ reason }, 'asked twice, exiting at once');
      process.exit(exitCode || 1);
    }
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => {
      logger.error('could not close in time');
      process.exit(1);
    }, options.closeWithinMs ?? 30_000).unref();
    try {
      await running?.close();
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
    running = await start(logger);
  } catch (error) {
    if (error instanceof EnvironmentError) logger.fatal(error.message);
    else logger.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
  if (stopping) {
    await running.close();
    process.exit(0);
  }
  logger.info('ready');
  process.send?.('ready');
}
