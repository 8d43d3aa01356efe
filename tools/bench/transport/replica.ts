/**
 * One replica of the echo service. Arguments: `stock` or `ours`, then the address of Redis.
 * It writes how often it has executed when the event comes that both transports have in common.
 */
import 'reflect-metadata';
import { HandleBroadcast, HandleMessage, RequestServer } from '@haru/messaging';
import { runProcess } from '@haru/service-runtime';
import { Controller, Module } from '@nestjs/common';
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
const report = async ({ round = '' }: { round?: string }): Promise<void> => {
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
  report(@Payload() payload: { round?: string }): Promise<void> {
    return report(payload);
  }
}

@Module({ controllers: [transport === 'ours' ? OurController : StockController] })
class EchoModule {}

await runProcess('replica', async () => {
  const { hostname: host, port } = new URL(redisUrl);
  const connection = { host, port: Number(port), retryAttempts: 10, retryDelay: 100 };
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(EchoModule, {
    ...(transport === 'ours'
      ? { strategy: new RequestServer({ redisUrl, service: 'sites' }) }
      : { transport: Transport.REDIS, options: connection }),
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
