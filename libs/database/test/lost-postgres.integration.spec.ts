import { Socket } from 'node:net';
import { createTestDatabase, startProxy, waitFor, type TestDatabase, type TestProxy } from '@haru/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, queryPrepared, type DatabaseTimeouts } from '../src/index.js';

let database: TestDatabase;
let proxy: TestProxy;
const opened: DataSource[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startProxy(Number(new URL(database.url).port));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(opened.splice(0).map((dataSource) => dataSource.destroy()));
  await proxy.stop();
  await database.drop();
});

/** A pool of one, so that a dead connection put back would be taken again. */
async function open(timeouts: DatabaseTimeouts): Promise<DataSource> {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  const options = { url: url.href, applicationName: 'lost-test', entities: [], poolSize: 1, timeouts };
  const dataSource = await createDataSource(options).initialize();
  opened.push(dataSource);
  return dataSource;
}

describe('a Postgres whose host is lost', () => {
  it.each([
    ['a query', (dataSource: DataSource) => dataSource.query('SELECT 1')],
    ['a prepared statement', (dataSource: DataSource) => queryPrepared(dataSource, 'SELECT 1', [])],
    ['a transaction', (dataSource: DataSource) => dataSource.transaction((manager) => manager.query('SELECT 1'))],
  ])('fails %s after its silence, and the next one has another connection', async (_, ask) => {
    const dataSource = await open({ connectMs: 5_000, silenceMs: 300 });
    proxy.fallSilent();
    await expect(ask(dataSource)).rejects.toThrow('Postgres said nothing for 300 ms');
    await waitFor(() => proxy.open === 0, { what: 'the connection to be closed' });
    proxy.recover();
    await ask(dataSource);
  });

  it('fails what is asked in the midst of a transaction', async () => {
    const dataSource = await open({ connectMs: 5_000, silenceMs: 300 });
    const work = dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1');
      proxy.fallSilent();
      await manager.query('SELECT 2');
    });
    await expect(work).rejects.toThrow('Postgres said nothing');
    proxy.recover();
    await dataSource.query('SELECT 1');
  });

  it('is no longer waited for when a connection is made', async () => {
    const dataSource = await open({ connectMs: 300, silenceMs: 200 });
    proxy.fallSilent();
    await expect(dataSource.query('SELECT 1')).rejects.toThrow('Postgres said nothing');
    await expect(dataSource.query('SELECT 1')).rejects.toThrow('connection timeout');
  });
});

describe('a Postgres that is there', () => {
  const timeouts = { connectMs: 5_000, silenceMs: 300 };
  const backend = 'SELECT pg_backend_pid() AS pid';
  let holder: Client;
  beforeEach(async () => {
    holder = new Client({ connectionString: database.url });
    await holder.connect();
  });
  afterEach(() => holder.end());

  const passed = (ms: number) => {
    const until = Date.now() + ms;
    return waitFor(() => Date.now() > until);
  };

  it('is probed by the system while nothing is asked', async () => {
    const probes = jest.spyOn(Socket.prototype, 'setKeepAlive');
    await open(timeouts);
    expect(probes.mock.calls).toEqual([[true, 10_000]]);
  });

  it('may be left alone for longer, between statements and in a transaction', async () => {
    const dataSource = await open(timeouts);
    const [first] = await dataSource.query<{ pid: number }[]>(backend);
    await passed(2 * timeouts.silenceMs);
    await dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1');
      await passed(2 * timeouts.silenceMs);
      expect(await manager.query(backend)).toEqual([first]);
    });
  });

  it('may take longer as long as something comes', async () => {
    const dataSource = await open({ connectMs: 5_000, silenceMs: 1_000 });
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    await holder.query('SELECT pg_advisory_lock(n) FROM unnest($1::int[]) AS n', [numbers]);
    const asked = dataSource.query<unknown[]>(
      // So wide that Postgres does not gather them before it sends.
      `SELECT repeat('x', 20000), pg_advisory_lock_shared(n) FROM unnest($1::int[]) AS n`,
      [numbers],
    );
    for (const number of numbers) {
      await passed(200);
      await holder.query('SELECT pg_advisory_unlock($1)', [number]);
    }
    expect(await asked).toHaveLength(numbers.length);
  });

  it('is waited for as long as it takes where nothing else is said', async () => {
    const dataSource = await open({ connectMs: 300 });
    await holder.query('SELECT pg_advisory_lock(1)');
    const asked = dataSource.query('SELECT pg_advisory_lock_shared(1)');
    await passed(700);
    await holder.query('SELECT pg_advisory_unlock(1)');
    await asked;
  });
});
