import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@haru/testing';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { OutboxListener } from '../src/outbox/outbox-listener.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('has the system ask whether Postgres is still there: it says nothing itself', async () => {
  const probes = jest.spyOn(Socket.prototype, 'setKeepAlive');
  const logger = { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  let listening: () => void = () => undefined;
  const listens = new Promise<void>((resolve) => (listening = resolve));
  const listener = new OutboxListener(database.url, listening, logger);
  listener.start();
  try {
    await listens;
    expect(probes.mock.calls).toEqual([[true, 10_000]]);
  } finally {
    await listener.close();
  }
});

it('closes while Postgres does not answer its attempt to connect', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const logger = { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const { port } = silent.address() as AddressInfo;
  const listener = new OutboxListener(`postgres://nobody@127.0.0.1:${port}/nothing`, () => undefined, logger);
  listener.start();
  await once(silent, 'connection');
  const closed = listener.close();
  sockets.forEach((socket) => socket.destroy());
  await closed;
  silent.close();
});
