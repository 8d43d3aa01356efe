import { probeDatabase } from '@haru/database';
import { type Logger, NestLogger, type RunningProcess, watchDatabase } from '@haru/service-runtime';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { processModule, type ProcessParts } from './process-module.js';

/** A part of a worker begins with `start`, and `close` waits for what is in flight. */
interface WorkerPart {
  start(): Promise<void> | void;
  close(): Promise<void>;
}

interface WorkerDefinition extends ProcessParts {
  logger: Logger;
  /** They are started in this order and closed together. */
  parts: readonly Type<WorkerPart>[];
  /** This runs before the first part starts. */
  prepare?: (app: INestApplicationContext) => Promise<void>;
}

/**
 * Starts one replica of a worker. Its modules provide the parts and the `DataSource`.
 * @throws Error for the caller to report
 */
export async function startWorker(definition: WorkerDefinition): Promise<RunningProcess> {
  const { logger, prepare } = definition;
  const app = await NestFactory.createApplicationContext(processModule(definition), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  await prepare?.(app);
  const parts = definition.parts.map((part) => app.get(part));
  watchDatabase(app.get(DataSource), () => probeDatabase(app.get(DataSource)));
  for (const part of parts) await part.start();
  return {
    async close() {
      await Promise.all(parts.map((part) => part.close()));
      await app.close();
    },
  };
}
