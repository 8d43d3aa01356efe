/**
 * One replica of the echo service. Arguments: `stock` or `ours`, then the address of Redis.
 * Told to, by the event both transports have in common, it writes how often it has executed.
 */
import 'reflect-metadata';
import { HandleBroadcast, HandleMessage, RequestServer } from '@haru/messaging';
import { runProcess } from '@haru/service-runtime';
import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, MessagePattern, Payload, Transport, type MicroserviceOptions } from '@nestjs/microservices';
import { Redis } from 'ioredis';
import { EXECUTIONS, echoMessages, reportExecutions, STOCK_PATTERN, type Echo } from './echo.js';

const [transport = '', redisUrl = ''] = process.argv.slice(2);
const redis = new Redis(redisUrl);
let executions = 0;

const echo = (value: Echo): Echo => {
  executions++;
  return value;
};
const report = async ({ round }: { round: string }): Promise<void> => {
  await redis.hset(`${EXECUTIONS}:${round}`, `${transport}:${process.pid}`, executions);
};

@Controller()
class OurController {
  @HandleMessage(echoMessages.echo)
  async echo(request: Echo): Promise<Echo> {
    return echo(request);
  }

  @HandleBroadcast(reportExecutions)
  report(payload: { round: string }): Promise<void> {
    return report(payload);
  }
}

@Controller()
class StockController {
  @MessagePattern(STOCK_PATTERN)
  async echo(@Payload() request: Echo): Promise<Echo> {
    return echo(request);
  }

  @EventPattern(reportExecutions.pattern)
  report(@Payload() { round = '' }: { round?: string }): Promise<void> {
    return report({ round });
  }
}

const moduleOf = (controller: Type): Type => {
  class EchoModule {}
  Module({ controllers: [controller] })(EchoModule);
  return EchoModule;
};

await runProcess('replica', async () => {
  const { hostname: host, port } = new URL(redisUrl);
  const app =
    transport === 'ours'
      ? await NestFactory.createMicroservice(moduleOf(OurController), {
          strategy: new RequestServer({ redisUrl, service: 'sites' }),
          logger: ['error', 'warn'],
        })
      : await NestFactory.createMicroservice<MicroserviceOptions>(moduleOf(StockController), {
          transport: Transport.REDIS,
          options: { host, port: Number(port), retryAttempts: 10, retryDelay: 100 },
          logger: ['error', 'warn'],
        });
  await app.listen();
  return {
    async close() {
      await app.close();
      redis.disconnect();
    },
  };
});
