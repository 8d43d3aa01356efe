import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestDatabase, query } from '@haru/testing';
import type { HtmlStorage } from '../../apps/sites-service/src/storage/html-storage/html-storage.js';
import { BackupRunner } from './run-backups.js';

const target = createServer();
let serverUrl: string;
let url: string;

beforeEach(async () => {
  const database = await createTestDatabase();
  await database.drop();
  serverUrl = Object.assign(new URL(database.url), { pathname: '/postgres' }).href;
  url = Object.assign(new URL(database.url), { pathname: '/haru_sites' }).href;
  await query(serverUrl, 'CREATE DATABASE haru_sites');
  await query(
    url,
    `CREATE TABLE backup_runs (id uuid PRIMARY KEY, kind text, backup text, requested_at timestamptz, started_at timestamptz,
       finished_at timestamptz, holds_until timestamptz, done_bytes bigint, total_bytes bigint, error text)`,
  );
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
});
afterEach(async () => {
  target.close();
  target.closeAllConnections();
  await query(serverUrl, 'DROP DATABASE haru_sites WITH (FORCE)');
});

const openRunner = (): BackupRunner =>
  new BackupRunner({
    target: `http://key:secret@127.0.0.1:${(target.address() as AddressInfo).port}/bucket`,
    key: 'k'.repeat(32),
    keep: 1,
    everyHours: undefined,
    databaseUrl: serverUrl,
    storage: {} as HtmlStorage,
    secrets: {},
    version: '0',
    directory: '',
    say: () => undefined,
  });

it('leaves the run of another process alone, and ends it when that process has ended', async () => {
  await query(url, `INSERT INTO backup_runs (id, kind, requested_at) VALUES ($1, 'backup', now())`, [randomUUID()]);
  const first = openRunner().runNext();
  const [, answer] = (await once(target, 'request')) as [unknown, ServerResponse];
  const second = openRunner();
  const states = () =>
    query(url, 'SELECT started_at IS NOT NULL AS started, error FROM backup_runs ORDER BY requested_at');

  await second.runNext();
  expect(await states()).toEqual([{ started: true, error: null }]);

  // Postgres ends the session of a process that ends.
  await query(
    url,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await second.runNext();
  expect(await states()).toEqual([{ started: true, error: 'The system ended during the run.' }]);
  answer.writeHead(403).end();
  await first;
});
