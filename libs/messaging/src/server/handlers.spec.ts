import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { defineBroadcast, defineMessage } from '@haru/contracts';
import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern } from '@nestjs/microservices';
import { z } from 'zod';
import { HandleBroadcast, HandleMessage, RequestServer, type RequestServerOptions } from '../index.js';

const look = defineMessage('sites.look', { reply: z.object({ seen: z.boolean() }) });
const news = defineBroadcast('test.news', z.object({}));

@Controller()
class Looker {
  @HandleMessage(look)
  async look(): Promise<{ seen: boolean }> {
    return { seen: true };
  }
}

@Controller()
class OtherLooker {
  @HandleMessage(look)
  async lookToo(): Promise<{ seen: boolean }> {
    return { seen: true };
  }
}

@Controller()
class Listener {
  @HandleBroadcast(news)
  hear(): void {
    expect(true).toBe(true);
  }
}

@Controller()
class StockHandler {
  @MessagePattern('sites.stock')
  async stock(): Promise<object> {
    return {};
  }
}

/** It starts without ever needing Redis: the tested failure happens before. */
async function start(controllers: Type[], options: Partial<RequestServerOptions>): Promise<void> {
  class HandlersModule {}
  Module({ controllers })(HandlersModule);
  const strategy = new RequestServer({ redisUrl: 'redis://127.0.0.1:1', connectWithinMs: 100, ...options });
  const app = await NestFactory.createMicroservice(HandlersModule, { strategy, logger: false, abortOnError: false });
  try {
    await app.listen();
  } finally {
    await app.close();
  }
}

describe('a process does not start', () => {
  it('with two handlers for one request', async () => {
    await expect(start([Looker, OtherLooker], { service: 'sites' })).rejects.toThrow('sites.look has two handlers');
  });

  it('with a handler for a request of another service', async () => {
    await expect(start([Looker], { service: 'auth' })).rejects.toThrow('sites.look');
    await expect(start([Looker], {})).rejects.toThrow('no requests');
  });

  it('without a handler for a request it is to serve, which it names', async () => {
    const options = { service: 'sites', messages: { look } } as const;
    await expect(start([Listener], options)).rejects.toThrow('no @HandleMessage for sites.look');
  });

  it('with a handler that has no contract', async () => {
    await expect(start([StockHandler], { service: 'sites' })).rejects.toThrow('sites.stock: use @HandleMessage');
  });

  it('without Redis, and says where it looked', async () => {
    await expect(start([Looker, Listener], { service: 'sites', messages: { look } })).rejects.toThrow('127.0.0.1:1');
  });
});
