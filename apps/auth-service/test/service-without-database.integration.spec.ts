import { signInMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { createLogger, parseEnv } from '@haru/service-runtime';
import { createTestDatabase, startProxy, startRedis } from '@haru/testing';
import { expect, it } from '@jest/globals';
import { serviceEnv } from '../src/config.js';
import { startAuthService } from '../src/start.js';
import { anon, contextOf, testEnvironment } from './auth-under-test.js';

it('a service without its database reports it', async () => {
  const [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  const url = new URL(database.url);
  const proxy = await startProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const config = parseEnv(serviceEnv, testEnvironment(url.href, redis.url));
  const service = await startAuthService(config, createLogger('auth-service', 'silent'));
  const client = new RequestClient({ redisUrl: redis.url });
  await client.connect();
  const ask = () => client.call(signInMessages.createTemporaryAccount, {}, contextOf(anon));
  try {
    // The database answers but has no tables, which is an error.
    await expect(ask()).rejects.toMatchObject({ code: 'UNKNOWN_ERROR' });
    await proxy.stop();
    await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  } finally {
    await Promise.all([client.close(), service.close(), proxy.stop()]);
    await Promise.all([database.drop(), redis.stop()]);
  }
});
