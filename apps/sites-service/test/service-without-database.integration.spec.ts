import { query, startProxy } from '@haru/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { SitesUnderTest } from './sites-under-test.js';

let sites: SitesUnderTest;
beforeAll(async () => {
  sites = await SitesUnderTest.start();
}, 60_000);
afterAll(() => sites.stop());

it('a service without a database answers SERVICE_UNAVAILABLE', async () => {
  const url = new URL(sites.database.url);
  const proxy = await startProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const service = await sites.startService({ DATABASE_URL: url.href });
  const publish = () => sites.createSite({ htmlContent: '<h1>page</h1>' });
  await publish();
  await proxy.stop();
  await expect(publish()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  await service.close();
});

it('a service whose statement waits too long for a lock answers SERVICE_UNAVAILABLE', async () => {
  const { url } = sites.database;
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET lock_timeout = '100ms'`);
  await sites.startService();
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE sites');
  const publish = () => sites.createSite({ htmlContent: '<h1>page</h1>' });
  await expect(publish()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  await holder.end();
  await publish();
});
