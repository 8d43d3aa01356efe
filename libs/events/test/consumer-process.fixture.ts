/** This worker process has a relay and a consumer whose handler logs what it does. */
import { setTimeout as delay } from 'node:timers/promises';
import { createDataSource } from '@haru/database';
import { z } from 'zod';
import { EventConsumer, OutboxRelay, WhenEvent, type EventHandling, type HandlesEvent } from '../src/index.js';
import { thingHappened } from './thing-happened.fixture.js';

const env = z
  .object({ DATABASE_URL: z.url(), REDIS_URL: z.url(), HANDLER_MS: z.coerce.number(), LOCK_MS: z.coerce.number() })
  .parse(process.env);

@WhenEvent(thingHappened)
class WriteEffectWhenThingHappened implements HandlesEvent<typeof thingHappened> {
  async handle({ n }: { n: number }, { manager, eventId }: EventHandling): Promise<void> {
    process.stdout.write(`began ${n}\n`);
    await manager.query('INSERT INTO effects (event_id, n) VALUES ($1, $2)', [eventId, n]);
    await delay(env.HANDLER_MS);
  }
}

const say = (fields: object, message: string): void =>
  void process.stdout.write(`${message} ${JSON.stringify(fields)}\n`);
const logger = { debug: say, info: say, warn: say, error: say };
const dataSource = createDataSource({ url: env.DATABASE_URL, applicationName: 'consumer', entities: [] });
await dataSource.initialize();
const relay = new OutboxRelay({ dataSource, databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, logger });
const consumer = new EventConsumer({
  service: 'sites',
  workers: [new WriteEffectWhenThingHappened()],
  events: [thingHappened],
  dataSource,
  redisUrl: env.REDIS_URL,
  logger,
  lockMs: env.LOCK_MS,
});
await relay.start();
await consumer.start();
process.stdout.write('ready\n');

process.once('SIGTERM', () => {
  void (async () => {
    await consumer.close();
    await relay.close();
    await dataSource.destroy();
    process.disconnect?.();
  })();
});
