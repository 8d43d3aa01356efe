import { messagesOf, type ServiceName } from '@haru/contracts';
import { isDatabaseUnavailable, probeDatabase } from '@haru/database';
import { DEFAULT_MAX_IN_FLIGHT, RequestServer } from '@haru/messaging';
import { isRedisUnavailable, type Logger, NestLogger, watchDatabase } from '@haru/service-runtime';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { processModule, type ProcessParts } from './process-module.js';

interface ServiceDefinition extends ProcessParts {
  redisUrl: string;
  logger: Logger;
  /** The start fails unless each request of this service has a handler. Left out, the process receives broadcasts only. */
  service?: ServiceName;
  /** So many requests may wait within the process for a resource of their own, besides those in flight; 0 when left out. */
  waitingBesides?: number;
}

const isUnavailable = (error: unknown): boolean => isDatabaseUnavailable(error) || isRedisUnavailable(error);

/**
 * Starts one replica of a service, which answers messages until it is closed. Its modules provide the `DataSource`.
 * @throws Error for the caller to report
 */
export async function startService(definition: ServiceDefinition): Promise<INestMicroservice> {
  const { redisUrl, logger, service, waitingBesides = 0 } = definition;
  const messages = service && messagesOf(service);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(processModule(definition), {
    strategy: new RequestServer({
      redisUrl,
      service,
      messages,
      isUnavailable,
      maxInFlight: DEFAULT_MAX_IN_FLIGHT + waitingBesides,
    }),
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  watchDatabase(app.get(DataSource), () => probeDatabase(app.get(DataSource)));
  await app.listen();
  return app;
}
