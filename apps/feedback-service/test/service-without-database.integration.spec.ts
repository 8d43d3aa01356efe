import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { feedbackMessages } from '@haru/contracts';
import { createDataSource } from '@haru/database';
import { RequestClient } from '@haru/messaging';
import {
  freePort,
  type PostgresServer,
  query,
  spawnTypeScript,
  startPostgresServer,
  startRedis,
  temporaryDirectory,
  type TestProcess,
  type TestRedis,
  waitFor,
} from '@haru/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { anon, contextOf, hash } from './feedback-under-test.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let redis: TestRedis;
let postgres: PostgresServer;
let startPostgres: () => Promise<PostgresServer>;
let service: TestProcess;
let client: RequestClient;

beforeAll(async () => {
  [directory, redis] = await Promise.all([temporaryDirectory('haru-postgres-'), startRedis()]);
  const options = {
    directory: join(directory.path, 'cluster'),
    port: await freePort(),
    password: 'x',
    throwAway: true,
  };
  startPostgres = () => startPostgresServer(options);
  postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
  const app = (file: string) => spawnTypeScript(new URL(`../src/${file}`, import.meta.url), { env });
  expect(await app('migrate.ts').exited).toMatchObject({ code: 0 });
  service = app('main.ts');
  client = new RequestClient({ redisUrl: redis.url });
  await Promise.all([service.waitUntilReady(), client.connect()]);
}, 60_000);
afterAll(async () => {
  await client.close();
  await service.stop();
  await Promise.all([postgres.stop(), redis.stop()]);
  await directory.remove();
}, 60_000);

const submit = (requestId: string = randomUUID()) =>
  client.call(
    feedbackMessages.submitBugReport,
    { type: 'bug', title: '保存できない', description: '押しても何も起きません。', network: hash('a') },
    { ...contextOf(anon), requestId },
  );

it('a service without Postgres reports and logs it once, and answers again when Postgres is back', async () => {
  await submit();
  await postgres.stop();
  await expect(submit('outage-1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  await service.waitForLine(/outage-1/);
  expect(service.lines.filter((line) => line.includes('outage-1'))).toHaveLength(1);
  postgres = await startPostgres();
  await submit();
});

it('a connection that is lost during a request is handled the same way', async () => {
  const options = { url: postgres.url, applicationName: 'holder', entities: [] };
  const holder = await createDataSource(options).initialize();
  const runner = holder.createQueryRunner();
  await runner.startTransaction();
  await runner.query('LOCK TABLE reports');
  const outcome = expect(submit()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'feedback-service' AND wait_event_type = 'Lock'`;
  await waitFor(async () => (await query(postgres.url, waiting)).length > 0, { what: 'the request to wait' });
  await postgres.stop();
  await outcome;
  await holder.destroy();
  postgres = await startPostgres();
  await submit();
});
