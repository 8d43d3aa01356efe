import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, startProxy, waitFor, type TestProxy } from '@haru/testing';
import { baseBackup } from './base-backup.js';
import { withClient } from './checks.js';

describe('a connection that Postgres loses', () => {
  let proxy: TestProxy;
  let directUrl: string;
  let url: string;

  beforeEach(async () => {
    const database = await createTestDatabase();
    await database.drop();
    const address = new URL(database.url);
    directUrl = address.href;
    proxy = await startProxy(Number(address.port));
    url = Object.assign(address, { port: String(proxy.port), pathname: '/postgres' }).href;
  });

  it('fails the statement and not the process', async () => {
    await withClient(directUrl, 'postgres', async (holder) => {
      const lock = `SELECT pg_advisory_lock(${randomInt(2 ** 32)})`;
      await holder.query(lock);
      const asked = withClient(url, 'postgres', async (client) => {
        const answer = client.query(lock);
        await proxy.stop();
        return answer;
      });
      await expect(asked).rejects.toThrow();
    });
  });

  it('fails a base backup and not the process', async () => {
    const tar = baseBackup(url);
    await once(tar, 'readable');
    await proxy.stop();
    tar.resume();
    await expect(once(tar, 'end')).rejects.toThrow();
  });

  it('is closed when nobody reads the base backup any more', async () => {
    const tar = baseBackup(url);
    await once(tar, 'readable');
    tar.destroy();
    await waitFor(() => proxy.open === 0);
    await proxy.stop();
  });
});
