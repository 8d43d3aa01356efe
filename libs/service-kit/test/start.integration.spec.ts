import 'reflect-metadata';
import { databaseTimeouts } from '@haru/database';
import { createTestDatabase, freePort, startProxy, type TestDatabase, type TestProxy, waitFor } from '@haru/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { ServiceDatabase } from '../src/index.js';

let database: TestDatabase;
let proxy: TestProxy | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await proxy?.stop();
  await database.drop();
});

it('a process that starts before its database waits for it', async () => {
  const url = new URL(database.url);
  const target = Number(url.port);
  const port = await freePort();
  url.host = `127.0.0.1:${port}`;
  const definition = new ServiceDatabase({ entities: [] });

  @Module({ imports: [definition.module('start-test', { DATABASE_URL: url.href }, databaseTimeouts.service)] })
  class AppModule {}

  const failures: unknown[] = [];
  const note = (line: unknown): void => void failures.push(line);
  const logger = { log: () => undefined, warn: note, error: note };
  const starting = NestFactory.createApplicationContext(AppModule, { logger, abortOnError: false });
  await waitFor(() => failures.length > 0, { what: 'a first attempt' });
  proxy = await startProxy(target, port);
  const app = await starting;
  expect(await app.get(DataSource).query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await app.close();
});
