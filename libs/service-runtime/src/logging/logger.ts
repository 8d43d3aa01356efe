import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { kindOf, RepeatedLines } from './repeated-lines.js';
import { requestScope } from './request-scope.js';

export type { Logger };

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** A line is written after this long at the latest. */
const FLUSH_MS = 200;

/** All loggers of a process write to it, so that their lines stay whole and in order. */
let output: ReturnType<typeof pino.destination> | undefined;

/** Writes JSON lines on standard output, one per event, with the process's name and the request that it is about. */
export function createLogger(name: string, level = process.env['LOG_LEVEL'] ?? 'info'): Logger {
  // `err.parameters` are the values of a failed query, such as a whole page or the key of a session.
  const redact = ['password', 'token', 'access_token', 'refresh_token', 'authorization', 'err.parameters'];
  // Lines are gathered, because a system call for each took 7 % of the gateway's time for a publish. The rest is
  // written at an exit; only a killed process loses its last milliseconds.
  output ??= pino.destination({ sync: false, minLength: 4_096, periodicFlush: FLUSH_MS });
  const mixin = () => requestScope() ?? {};
  return pino({ name, level, redact, mixin, hooks: { logMethod: limitRepeatedLines() } }, output);
}

const WARN = 40;

function limitRepeatedLines(): LogMethod {
  const lines = new RepeatedLines();
  return function (args, method, level) {
    const [fields, message, ...rest] = args as [unknown, unknown?, ...unknown[]];
    const leftOut = level < WARN ? 0 : lines.admit(kindOf(fields, message));
    if (leftOut === undefined) return;
    if (leftOut === 0) method.apply(this, args);
    else if (typeof fields === 'string') method.apply(this, [{ leftOut }, fields, message, ...rest] as typeof args);
    else method.apply(this, [{ ...(fields as object), leftOut }, message, ...rest] as typeof args);
  };
}

const nestLoggers = new AsyncLocalStorage<Logger>();

/** Nest has one logger for a process. What `work` starts logs to this one, so that the lines name their service. */
export function withNestLogger<T>(logger: Logger, work: () => T): T {
  return nestLoggers.run(logger, work);
}

/** Nest's own lines go through the same logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly otherwise: Logger) {}

  private get logger(): Logger {
    return nestLoggers.getStore() ?? this.otherwise;
  }

  // Nest's start-up lines (one per module and route) are useful only for debugging.
  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug({ context: rest.at(-1) }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** A class logs `(details, text)` or `(text)`; Nest adds the name of the class at the end. */
  private write(level: 'error' | 'warn' | 'debug' | 'trace', message: unknown, rest: unknown[]): void {
    const [text] = rest;
    const context = rest.at(-1);
    if (typeof message === 'object' && !(message instanceof Error) && typeof text === 'string') {
      this.logger[level]({ ...message, context }, text);
      return;
    }
    const more = level === 'error' ? { err: message instanceof Error ? message : undefined, rest } : {};
    this.logger[level]({ context, ...more }, String(message));
  }
}
