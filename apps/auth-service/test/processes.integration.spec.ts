import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signInMessages } from '@haru/contracts';
import { createDataSource, migrate } from '@haru/database';
import { RequestClient } from '@haru/messaging';
import { migrationEnvSchema, parseEnv } from '@haru/service-runtime';
import {
  createTestDatabase,
  query,
  spawnTypeScript,
  startRedis,
  type TestDatabase,
  type TestRedis,
  waitFor,
} from '@haru/testing';
import { authDatabase } from '../src/database.js';
import { migrations } from '../src/migrations/index.js';
import { anon, contextOf, testEnvironment } from './auth-under-test.js';

let database: TestDatabase;
let redis: TestRedis;
let env: Record<string, string>;
beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  env = { ...testEnvironment(database.serviceUrl, redis.url), MIGRATION_DATABASE_URL: database.url };
});
afterAll(() => Promise.all([database.drop(), redis.stop()]));

const run = (file: string) => spawnTypeScript(new URL(`../src/${file}`, import.meta.url), { env });

const tables = async () =>
  (
    await query<{ name: string }>(
      database.url,
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY name`,
    )
  ).map(({ name }) => name);

const countUsers = async () => (await query(database.url, 'SELECT 1 FROM users')).length;

const waitForUsers = (count: number) =>
  waitFor(async () => (await countUsers()) >= count, { what: `${count} accounts` });

describe('migrate.ts', () => {
  it('makes the tables, also when two start concurrently', async () => {
    const exits = await Promise.all([run('migrate.ts').exited, run('migrate.ts').exited]);
    expect(exits).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ]);
    expect(await tables()).toEqual(
      expect.arrayContaining(['account_requests', 'inbox', 'one_time_tokens', 'outbox', 'sessions', 'users']),
    );
  });

  it('requires the beginning of API keys, and keeps keys from before that have none', async () => {
    const dataSource = await createDataSource({
      ...authDatabase.options('auth-test', parseEnv(migrationEnvSchema, env)),
      migrations,
      url: database.url,
    }).initialize();
    await dataSource.undoLastMigration();
    const insert = `INSERT INTO api_keys (id, user_id, kind, key_hash, name, scopes, created_at)
      SELECT gen_random_uuid(), id, 'apiKey', sha256(uuid_send(gen_random_uuid())), 'k', '{}', now() FROM users`;
    await dataSource.query(`INSERT INTO users (id) VALUES (gen_random_uuid())`);
    await dataSource.query(insert);
    expect(await migrate(dataSource)).toEqual(['RequireKeyPrefix1795920000000']);
    expect(await dataSource.query('SELECT prefix FROM api_keys')).toEqual([{ prefix: '' }]);
    await expect(dataSource.query(insert)).rejects.toThrow('api_keys_prefix_check');
    await dataSource.query('DELETE FROM users');
    await dataSource.destroy();
  });
});

describe('main.ts', () => {
  it('logs that it is ready, answers, and on SIGTERM finishes its requests and exits 0', async () => {
    const service = run('main.ts');
    await service.waitUntilReady();
    const client = new RequestClient({ redisUrl: redis.url });
    await client.connect();
    const create = () => client.call(signInMessages.createTemporaryAccount, {}, contextOf(anon));
    await expect(create()).resolves.toMatchObject({ token_type: 'bearer' });

    const underWay = Array.from({ length: 20 }, create);
    await waitForUsers(2);
    service.kill('SIGTERM');
    const settled = await Promise.allSettled(underWay);
    const answered = settled.filter(({ status }) => status === 'fulfilled').length;

    expect(await service.exited).toEqual({ code: 0, signal: null });
    // Accepted requests were answered; the others waited for another replica until their deadline.
    expect(await countUsers()).toBe(1 + answered);
    await client.close();
  });

  it('does not start on a bad environment, and lists every fault without a value', async () => {
    const service = spawnTypeScript(new URL('../src/main.ts', import.meta.url), {
      env: { ...env, AUTH_SIGNING_KEYS: '{"keys":["secret"]}', REDIS_URL: undefined },
    });
    expect(await service.exited).toEqual({ code: 1, signal: null });
    const said = service.lines.join('\n');
    expect(said).toContain('AUTH_SIGNING_KEYS');
    expect(said).toContain('REDIS_URL');
    expect(said).not.toContain('secret');
  });
});
