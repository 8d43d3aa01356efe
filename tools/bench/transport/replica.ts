/** One replica of the echo service (`stock <redis url>` or `ours <redis url>`). It sends how often it has executed when it ends. */
import 'reflect-metadata';
import { HandleMessage, RequestServer } from '@haru/messaging';
import { defineService, runProcess } from '@haru/service-runtime';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Transport, type MicroserviceOptions } from '@nestjs/microservices';
import { z } from 'zod';
import { echo, type Echo } from './echo.js';

const [transport, redisUrl = ''] = process.argv.slice(2);
let executions = 0;

@Controller()
class EchoController {
  @HandleMessage(echo)
  async echo(request: Echo): Promise<Echo> {
    executions++;
    return request;
  }
}

@Module({ controllers: [EchoController] })
class EchoModule {}

const service = defineService('replica', z.object({}), async () => {
  const { hostname: host, port } = new URL(redisUrl);
  const options = { host, port: Number(port), retryAttempts: 10, retryDelay: 100 };
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(EchoModule, {
    ...(transport === 'ours'
      ? { strategy: new RequestServer({ redisUrl, service: 'sites' }) }
      : { transport: Transport.REDIS, options }),
    logger: ['error', 'warn'],
  });
  await app.listen();
  return {
    async close() {
      await app.close();
      process.send?.({ executions });
    },
  };
});

await runProcess([service]);
