import { createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { createTestDatabase, query, startProxy, waitFor, type TestDatabase, type TestProxy } from '@haru/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import {
  createDataSource,
  databaseTimeouts,
  isDatabaseUnavailable,
  queryPrepared,
  type DatabaseTimeouts,
} from '../src/index.js';

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

/** The pool has one connection, so that a dead connection put back would be taken again. */
async function open(timeouts: DatabaseTimeouts, poolSize = 1): Promise<DataSource> {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  const options = { url: url.href, applicationName: 'lost-test', entities: [], poolSize, timeouts };
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
    const dataSource = await open({ connectMs: 5_000, idleTimeoutMs: 300 });
    proxy.fallSilent();
    await expect(ask(dataSource)).rejects.toThrow('Postgres said nothing for 300 ms');
    await waitFor(() => proxy.open === 0, { what: 'the connection to be closed' });
    proxy.recover();
    await ask(dataSource);
  });

  it('fails a statement in the middle of a transaction', async () => {
    const dataSource = await open({ connectMs: 5_000, idleTimeoutMs: 300 });
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
    const dataSource = await open({ connectMs: 300, idleTimeoutMs: 200 });
    proxy.fallSilent();
    await expect(dataSource.query('SELECT 1')).rejects.toThrow('Postgres said nothing');
    await expect(dataSource.query('SELECT 1')).rejects.toThrow('connection timeout');
  });
});

it('an idle connection to a Postgres whose host is lost is left before anything is asked of it', async () => {
  const dataSource = await open({ connectMs: 5_000, idleTimeoutMs: 60_000 });
  proxy.fallSilent();
  proxy.recover();
  await waitFor(() => proxy.open === 0, { what: 'the connection to be closed' });
  await dataSource.query('SELECT 1');
});

it('a Postgres that is back is asked which statements it runs: the others fail soon, as does an attempt to connect', async () => {
  const dataSource = await open({ connectMs: 60_000, attemptMs: 3_000, idleTimeoutMs: 60_000 }, 2);
  proxy.fallSilent();
  const lost = expect(dataSource.query('SELECT 1')).rejects.toThrow('Postgres does not work on what was asked');
  const attempted = performance.now();
  await expect(dataSource.query('SELECT 2')).rejects.toThrow('timeout expired');
  expect(performance.now() - attempted).toBeLessThan(4_000);
  proxy.recover();
  const recovered = performance.now();
  const slow = dataSource.query('SELECT pg_sleep(3.6)');
  await lost;
  expect(performance.now() - recovered).toBeLessThan(3_500);
  await slow;
});

describe('a Postgres that ends a connection', () => {
  let farewell: Server;
  afterEach(() => void farewell.close());

  /** Accepts every connection, and ends it in the very packet that says it is ready. */
  async function listen(): Promise<number> {
    const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
    const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
    const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
    const error = Buffer.alloc(5);
    error.write('E');
    error.writeInt32BE(4 + fields.length, 1);
    farewell = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, error, fields])));
    });
    await new Promise<void>((resolve) => farewell.listen(0, '127.0.0.1', resolve));
    return (farewell.address() as AddressInfo).port;
  }

  it('right after it was ready fails the query, and not the process', async () => {
    const url = `postgres://haru@127.0.0.1:${await listen()}/haru`;
    const dataSource = createDataSource({ url, applicationName: 'lost-test', entities: [] });
    const uncaught = jest.fn();
    process.on('uncaughtException', uncaught);
    const failure = await dataSource.initialize().catch((error: unknown) => error);
    process.off('uncaughtException', uncaught);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(uncaught).not.toHaveBeenCalled();
  });
});

describe('a Postgres that only reads, as a demoted primary does', () => {
  const setReadOnly = (value: 'on' | 'off') =>
    query(
      database.url,
      // One text is one transaction, which must be allowed to write.
      `SET TRANSACTION READ WRITE; ALTER DATABASE ${new URL(database.url).pathname.slice(1)}
       SET default_transaction_read_only = ${value}`,
    );

  it.each([
    ['a statement', (dataSource: DataSource) => dataSource.query('INSERT INTO things VALUES (1)')],
    [
      'a transaction',
      (dataSource: DataSource) => dataSource.transaction((manager) => manager.query('INSERT INTO things VALUES (1)')),
    ],
  ])('counts as unavailable for %s, and its connection is left', async (_, write) => {
    await query(database.url, 'CREATE TABLE things (id int)');
    await setReadOnly('on');
    const dataSource = await open({ connectMs: 5_000 });
    const failure: unknown = await write(dataSource).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    await setReadOnly('off');
    await write(dataSource);
  });

  it('is left by connections that nothing is asked of, so that writes succeed once it takes them again', async () => {
    await query(database.url, 'CREATE TABLE things (id int)');
    await setReadOnly('on');
    const dataSource = await open({ connectMs: 5_000, idleTimeoutMs: 5_000 });
    await dataSource.query('SELECT FROM things');
    await setReadOnly('off');
    await waitFor(() => proxy.open === 0, { what: 'the connection to be closed' });
    await dataSource.query('INSERT INTO things VALUES (1)');
  });
});

it('a transaction that does nothing for too long is ended, and its connection is left', async () => {
  const dataSource = await open({ ...databaseTimeouts.service, idleInTransactionMs: 100 });
  const work = dataSource.transaction(async (manager) => {
    await manager.query('SELECT 1');
    await waitFor(() => proxy.open === 0, { what: 'Postgres to end the connection' });
    await manager.query('SELECT 2');
  });
  const failure = await work.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await dataSource.query('SELECT 1');
});

it('a statement that takes too long is cancelled', async () => {
  const dataSource = await open({ ...databaseTimeouts.service, statementMs: 100 });
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  await expect(dataSource.query('SELECT pg_advisory_lock(1)')).rejects.toThrow('statement timeout');
  await dataSource.query('SELECT 1');
  await holder.end();
});

describe('a Postgres that is there', () => {
  const timeouts = { connectMs: 5_000, idleTimeoutMs: 300 };
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
    await passed(2 * timeouts.idleTimeoutMs);
    await dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1');
      await passed(2 * timeouts.idleTimeoutMs);
      expect(await manager.query(backend)).toEqual([first]);
    });
  });

  it('may take longer as long as something comes', async () => {
    const dataSource = await open({ connectMs: 5_000, idleTimeoutMs: 1_000 });
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    await holder.query('SELECT pg_advisory_lock(n) FROM unnest($1::int[]) AS n', [numbers]);
    const asked = dataSource.query<unknown[]>(
      // The rows are so wide that Postgres does not gather them before it sends.
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
