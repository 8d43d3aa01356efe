import { hash } from 'node:crypto';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FILES_PATH, versionMessages } from '@haru/contracts';
import { isAcceptance, startS3, temporaryDirectory, waitFor, type TestS3 } from '@haru/testing';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { S3Bucket } from '../src/storage/html-storage/s3-bucket.js';
import { ask } from './http.js';
import { SitesUnderTest } from './sites-under-test.js';
import { sha256, UploadsUnderTest } from './uploads-under-test.js';

/** This many pages are published before, during and after the fault. */
const PAGES = isAcceptance ? 30 : 10;
const PUBLISHERS = 4;
/** This many pages are viewed concurrently after each publish: as many on a slow machine as on a fast one. */
const VIEWS_PER_PAGE = 4;
/**
 * While storage hangs, the first view of a page waits once for a second; nothing may wait longer than a request does.
 */
const SLOWEST_VIEW_MS = 10_000;

/** A test can break this storage under the running processes and restore it. */
interface Breakable {
  env: Record<string, string | undefined>;
  storage: HtmlStorage;
  breakIt(): Promise<void>;
  repair(): Promise<void>;
  /** Deletes artifacts without the services. */
  emptyIt(): Promise<void>;
  close(): Promise<void>;
}

async function killableS3(): Promise<Breakable> {
  const s3: TestS3 = await startS3();
  const s3Bucket = new S3Bucket({ ...s3, region: 'us-east-1', bucket: 'html-sites' });
  const storage = new HtmlStorage(s3Bucket);
  return {
    storage,
    env: {
      HTML_STORAGE_DIR: undefined,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    breakIt: () => s3.kill(),
    repair: () => s3.start(),
    // The bucket is emptied, too: the server restarts as if its disk had been replaced.
    async emptyIt() {
      await s3.kill();
      await rm(join(s3.directory, 'html-sites'), { recursive: true, force: true });
      await s3.start();
    },
    async close() {
      s3Bucket.close();
      await s3.stop();
    },
  };
}

async function folder(): Promise<Breakable> {
  const directory = await temporaryDirectory('haru-breakable-');
  const inDirectory = (name: string) => join(directory.path, name);
  const [present, kept, next] = [inDirectory('html'), inDirectory('kept'), inDirectory('next')];
  await mkdir(kept);
  await symlink(kept, present);
  const storage = new HtmlStorage(new FolderStore(present));
  await storage.prepare();
  return {
    storage,
    env: { HTML_STORAGE_DIR: present },
    // Even root can neither read nor write into a file in its place. One replaces the other in one step, or the worker
    // would create the folder again in between.
    async breakIt() {
      await writeFile(next, '');
      await rename(next, present);
    },
    async repair() {
      await symlink(kept, next);
      await rename(next, present);
    },
    async emptyIt() {
      const names = await readdir(kept);
      // The worker may write into them at the same time.
      await Promise.all(names.map((name) => rm(join(kept, name), { recursive: true, maxRetries: 5 })));
    },
    close: () => directory.remove(),
  };
}

interface Page {
  id: string;
  path: string;
  html: string;
}

describe.each([
  ['an S3 server that is killed', killableS3],
  ['a folder that is gone', folder],
])('%s', (_, open) => {
  const opened: (() => Promise<void>)[] = [];
  let breakable: Breakable;
  let sites: SitesUnderTest;
  let port: number;
  let viewerEnv: Breakable['env'];
  let published = 0;

  beforeAll(async () => {
    breakable = await open();
    opened.push(() => breakable.close());
    sites = await SitesUnderTest.start();
    opened.push(() => sites.stop());
    // With so little memory most views go to storage.
    viewerEnv = { ...breakable.env, VIEWER_CACHE_BYTES: String(8 * 1024 * 1024) };
    [, , { port }] = await Promise.all([
      sites.startService(breakable.env),
      // The reconcile leaves everything younger than a minute to the events.
      sites.startWorker({ ...breakable.env, RECONCILE_SECONDS: '2' }),
      sites.startViewer(viewerEnv),
    ]);
  }, 120_000);
  afterAll(async () => {
    for (const close of opened.reverse()) await close();
  });

  async function publish(pages: Page[]): Promise<void> {
    const html = `<title>t</title><h1>page ${published++}</h1>${'<p>text</p>'.repeat(12_000)}`;
    const { id, path } = await sites.createSite({ htmlContent: html });
    pages.push({ id, path, html });
  }

  /** @returns how long it took, in ms. @throws unless it is the page */
  async function view(page: Page, from = port): Promise<number> {
    const askedAt = performance.now();
    const answer = await ask(from, `/share/${page.path}`);
    expect(answer.status).toBe(200);
    expect(answer.body.toString() === page.html).toBe(true);
    return performance.now() - askedAt;
  }

  /**
   * Publishes pages, and views some of them concurrently.
   * @returns the slowest view, in ms
   * @throws when one call fails
   */
  async function load(pages: Page[]): Promise<number> {
    let left = PAGES;
    let slowestMs = 0;
    const viewAny = async () => {
      const page = pages[Math.floor(Math.random() * pages.length)];
      if (page) slowestMs = Math.max(slowestMs, await view(page));
    };
    const lane = async () => {
      while (left-- > 0) {
        await publish(pages);
        await Promise.all(Array.from({ length: VIEWS_PER_PAGE }, viewAny));
      }
    };
    if (pages.length === 0) await publish(pages);
    await Promise.all(Array.from({ length: PUBLISHERS }, lane));
    return slowestMs;
  }

  async function untilReconciled(pages: readonly Page[]): Promise<void> {
    const isReconciled = async () => {
      const whole = new Set<string>();
      for await (const { id, hasArtifact } of breakable.storage.list()) if (hasArtifact) whole.add(id);
      return pages.every(({ html }) => whole.has(hash('sha256', html)));
    };
    await waitFor(isReconciled, { timeoutMs: 60_000, everyMs: 500, what: 'every artifact to be in storage' });
  }

  it('loses no page: publishing and viewing go on, and storage is complete some time after it is back', async () => {
    const pages: Page[] = [];
    await load(pages);
    await breakable.breakIt();
    expect(await load(pages)).toBeLessThan(SLOWEST_VIEW_MS);
    const missing = sites.rows<{ count: number }>('SELECT count(*)::int AS count FROM outbox');
    expect((await missing)[0]?.count).toBeGreaterThan(0);
    await breakable.repair();
    await load(pages);
    await untilReconciled(pages);
    expect(pages).toHaveLength(3 * PAGES + 1);
    for (const page of pages) await view(page);
  }, 120_000);

  it('is answered with 503 to who sends, publishes or reads the files of a page', async () => {
    const uploads = new UploadsUnderTest(sites, await sites.startUploads(breakable.env));
    const { site, context } = await uploads.publish({ 'index.html': '<p>a', 'a.txt': 'a' });
    const uploadId = await uploads.upload({ 'a.txt': 'a', 'b.txt': 'b' }, context);
    const begun = await uploads.begin({ 'c.txt': 'c' }, context);
    const { ticket } = await sites.client.call(
      versionMessages.getFile,
      { id: site.id, version: 1, path: 'a.txt' },
      context,
    );
    const download = () => fetch(`${uploads.origin}${FILES_PATH}${ticket}/a.txt`);
    const archive = await sites.client.call(versionMessages.getArchive, { id: site.id }, context);
    const zip = () => fetch(`${uploads.origin}${FILES_PATH}${archive.ticket}/a.zip`);
    await breakable.breakIt();
    for (const answer of [await uploads.put(begun, sha256('c'), 'c'), await download(), await zip()]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    // The service stores a list of the files.
    await expect(sites.publishUpload(uploadId, context)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: 1,
    });
    await breakable.repair();
    expect(await (await download()).text()).toBe('a');
    await sites.publishUpload(uploadId, context);
  }, 120_000);

  it('whose artifacts were deleted by hand is repaired, and meanwhile the pages are shown', async () => {
    const pages: Page[] = [];
    for (let count = 0; count < 15; count++) await publish(pages);
    await untilReconciled(pages);
    await breakable.emptyIt();
    // This viewer has nothing in memory.
    const next = await sites.startViewer(viewerEnv);
    for (const page of pages) await view(page, next.port);
    await sites.rows(`UPDATE sites SET created_at = created_at - interval '1 hour'`);
    await untilReconciled(pages);
  }, 120_000);
});
