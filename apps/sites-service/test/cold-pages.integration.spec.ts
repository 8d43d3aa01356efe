import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moderationMessages, siteMessages, versionMessages } from '@haru/contracts';
import type { RunningProcess } from '@haru/service-runtime';
import { waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { CuttableLine } from './cuttable-line.js';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const PAGES = 12;
const encodings = ['identity', 'gzip', 'br'];

describe('viewer without Postgres and Redis', () => {
  const accountId = randomUUID();
  let sites: SitesUnderTest;
  let lines: CuttableLine[];
  let port: number;
  let worker: RunningProcess;
  let viaLines: { DATABASE_URL: string | undefined; REDIS_URL: string | undefined };
  /** The answers of this viewer, which is never cut off, are right. */
  let reference: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    const addresses = [sites.database.url, sites.redis.url].map((url) => new URL(url));
    lines = await Promise.all(addresses.map(({ port: target }) => CuttableLine.to(Number(target))));
    const [DATABASE_URL, REDIS_URL] = addresses.map((url, at) => {
      url.host = `127.0.0.1:${lines[at]?.port}`;
      return url.href;
    });
    viaLines = { DATABASE_URL, REDIS_URL };
    const started = await Promise.all([
      sites.startViewer(viaLines),
      sites.startViewer(),
      sites.startService(),
      sites.startWorker(),
    ]);
    [port, reference, worker] = [started[0].port, started[1].port, started[3]];
  }, 90_000);
  afterAll(async () => {
    await sites.stop();
    await Promise.all(lines.map((line) => line.cut()));
  });

  const publish = async (html: string) => (await sites.createSite({ htmlContent: html }, { accountId })).path;
  const onlyPath = (path: string) => [{ column: 'path', operator: 'eq' as const, values: [path] }];
  const change = (path: string, changes: Record<string, unknown>) =>
    sites.client.call(
      siteMessages.updateSites,
      { filters: onlyPath(path), changes, single: true },
      contextOf({ accountId }),
    );
  const remove = (path: string) =>
    sites.client.call(siteMessages.deleteSites, { filters: onlyPath(path), single: true }, contextOf({ accountId }));
  const stop = (site: string) =>
    sites.client.call(moderationMessages.stopSite, { site, reason: '規約違反' }, contextOf({ haruRole: 'moderator' }));
  const answerOf = async (viewer: number, path: string, encoding = 'identity') => {
    const { status, headers, body } = await ask(viewer, `/share/${path}`, { headers: { 'accept-encoding': encoding } });
    const { date: _, ...others } = headers;
    return { status, headers: others, body: body.toString('hex') };
  };
  const statusOf = async (path: string) => (await answerOf(port, path)).status;

  it('shows pages as a connected viewer does, read before or not; ended pages stay ended; a stop shows within a second afterwards', async () => {
    const htmlOf = (at: number) => `<title>${at}</title><h1>page ${at}</h1>${'<p>text</p>'.repeat(at ** 4)}`;
    const paths = await Promise.all(Array.from({ length: PAGES }, (_, at) => publish(htmlOf(at))));
    const [stopped, deleted, ended, moved, tampered, swapped] = await Promise.all(
      Array.from({ length: 6 }, () => publish(`<h1>${randomUUID()}</h1>`)),
    );
    if (!stopped || !deleted || !ended || !moved || !tampered || !swapped) throw new Error('too few pages');
    await change(paths[PAGES - 1] ?? '', { noindex: true });
    await change(moved, { path: 'moved-on' });
    await stop(stopped);
    await remove(deleted);
    await sites.eventsHandled();
    const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
    await sites.rows('UPDATE sites SET expires_at = now() WHERE path = $1', [ended]);
    await sites.newManifestWriter(storage).write([ended]);
    const signed = (await storage.readManifest(tampered)) ?? '';
    const manifestOf = (path: string) => join(sites.storageDirectory, 'manifests', path.slice(0, 2), path);
    await writeFile(manifestOf(tampered), signed.toString().replace(/"noindex":\w+/, '"noindex":true'));
    await writeFile(manifestOf(swapped), signed);

    for (const path of paths.slice(0, PAGES / 2)) expect(await statusOf(path)).toBe(200);
    const shown = [...paths, 'moved-on'].flatMap((path) => encodings.map((encoding) => [path, encoding] as const));
    const right = await Promise.all(shown.map((one) => answerOf(reference, ...one)));
    await Promise.all(lines.map((line) => line.cut()));

    const answers = await Promise.all(shown.map((one) => answerOf(port, ...one)));
    expect(answers).toEqual(right);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.flatMap(({ headers }) => headers['x-robots-tag'] ?? [])).toEqual(['noindex', 'noindex', 'noindex']);
    expect(await Promise.all([stopped, deleted, moved, ended].map(statusOf))).toEqual([451, 404, 404, 410]);
    expect(await Promise.all([tampered, swapped, 'never-published'].map(statusOf))).toEqual([503, 503, 503]);
    expect((await answerOf(port, 'never-published')).headers).toMatchObject({ 'retry-after': '5' });

    // The viewer does not see it: the page stays until the database is available again.
    await stop(paths[0] ?? '');
    expect(await statusOf(paths[0] ?? '')).toBe(200);
    await Promise.all(lines.map((line) => line.join()));
    await waitFor(async () => (await statusOf(paths[0] ?? '')) === 451, { timeoutMs: 15_000, what: 'the servers' });
    await waitFor(async () => (await statusOf('never-published')) === 404, { timeoutMs: 15_000, what: 'the database' });
    const msUntilStopped = async () => {
      const path = await publish(`<h1>${randomUUID()}</h1>`);
      expect(await statusOf(path)).toBe(200);
      await stop(path);
      const since = performance.now();
      await waitFor(async () => (await statusOf(path)) === 451, { timeoutMs: 10_000, everyMs: 5, what: 'the stop' });
      return performance.now() - since;
    };
    await waitFor(async () => (await msUntilStopped()) < 1_000, { timeoutMs: 30_000, what: 'announcements' });
    expect(await statusOf(stopped)).toBe(451);
  }, 90_000);

  it('shows no page as it was before an acknowledged change, though its event waits and the viewer starts afterwards', async () => {
    const html = '<h1>version 1</h1>';
    const [stopped, deleted, same] = await Promise.all([html, html, html].map(publish));
    const updated = await sites.createSite({ htmlContent: html }, { accountId });
    if (!stopped || !deleted || !same) throw new Error('too few pages');
    await sites.eventsHandled();
    await worker.close();
    await stop(stopped);
    await remove(deleted);
    const update = { id: updated.id, htmlContent: '<h1>version 2</h1>', baseVersion: 1 };
    await sites.client.call(versionMessages.updateSite, update, contextOf({ accountId }));
    const [toDatabase, toRedis] = lines;
    await toDatabase?.cut();
    const { port: fresh } = await sites.startViewer(viaLines);
    await toRedis?.cut();
    expect((await ask(fresh, '/readyz')).status).toBe(200);
    const statuses = [same, stopped, deleted, updated.path].map(async (path) => (await answerOf(fresh, path)).status);
    // The worker writes the artifact of version 2.
    expect(await Promise.all(statuses)).toEqual([200, 451, 404, 503]);
  }, 60_000);
});
