import {
  type PublishedSite,
  type RequestContext,
  siteMessages,
  TICKET_HEADER,
  type UploadAnswer,
  uploadMessages,
  versionMessages,
} from '@haru/contracts';
import { waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contextOf, SitesUnderTest } from './sites-under-test.js';
import { type Begun, sha256, UploadsUnderTest } from './uploads-under-test.js';
import { unicodePath, type ZipEntry, zipOf } from './zip-file.js';

const INDEX = { name: 'index.html', data: '<title>春</title>' };
const indexAt = (name: string) => ({ ...INDEX, name });
/** 表ソ能 in CP932: the second byte of each is 0x5C, a backslash. */
const CP932 = Buffer.from([0x95, 0x5c, 0x83, 0x5c, 0x94, 0x5c]);
const MIB = 1_048_576;

describe('archives', () => {
  let sites: SitesUnderTest;
  let uploads: UploadsUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    const [, origin] = await Promise.all([sites.startService(), sites.startUploads()]);
    uploads = new UploadsUnderTest(sites, origin);
  }, 60_000);
  afterAll(() => sites.stop());

  async function put(archive: Buffer, context: RequestContext, archiveBytes: number, origin = uploads.origin) {
    const begun = await sites.client.call(uploadMessages.createUpload, { files: [], archiveBytes }, context);
    const response = await fetch(`${origin}/functions/v1/archives`, {
      method: 'PUT',
      body: new Uint8Array(archive),
      headers: { [TICKET_HEADER]: begun.ticket },
    });
    return { begun, response };
  }

  async function send(archive: Buffer, context: RequestContext = contextOf(), declaredBytes = archive.length) {
    const { begun, response } = await put(archive, context, declaredBytes);
    expect([response.status, await response.json()]).toEqual([202, { success: true, upload_id: begun.id }]);
    return begun;
  }

  /** @returns the upload once it is unpacked */
  async function unpacked(archive: Buffer): Promise<UploadAnswer['upload']> {
    const begun = await send(archive);
    const isUnpacked = async () => ['ready', 'failed'].includes((await uploads.describe(begun)).state);
    await waitFor(isUnpacked, { timeoutMs: 20_000, what: 'the archive to be unpacked' });
    return uploads.describe(begun);
  }
  /** Publishes an archive once it is unpacked. */
  async function published(begun: Begun, context: RequestContext): Promise<PublishedSite> {
    const isReady = async () => (await uploads.describe(begun)).state === 'ready';
    await waitFor(isReady, { timeoutMs: 20_000, what: 'the archive to be unpacked' });
    return sites.publishUpload(begun.id, context);
  }
  const pathsOf = ({ files }: UploadAnswer['upload']): string[] => files.map(({ path }) => path).sort();
  const refusalOf = async (...entries: ZipEntry[]) => (await unpacked(zipOf([INDEX, ...entries]))).report?.error;

  it.each([
    ['the first page at the top', [{ name: 'b.html', data: '<title>b</title>' }, indexAt('a.htm')], '春'],
    ['a list of the files', [{ name: 'notes.txt', data: 'x' }, indexAt('docs/page.html')], 'docs/page.html'],
  ])('without a start page show %s, which is not among the sent files', async (_what, entries, shown) => {
    const context = contextOf();
    const site = await published(await send(zipOf(entries), context), context);
    const served = await sites.client.call(siteMessages.serveSite, { path: site.path }, contextOf());
    expect(served.site.htmlContent).toContain(shown);
    const { files } = await sites.client.call(versionMessages.getVersion, { id: site.id, version: 1 }, context);
    expect(files?.map(({ path }) => path)).toEqual(entries.map(({ name }) => name).sort());
  });

  it('that are damaged say so where they are published', async () => {
    const context = contextOf();
    const begun = await send(Buffer.from('no archive'), context);
    const isFailed = async () => (await uploads.describe(begun)).state === 'failed';
    await waitFor(isFailed, { timeoutMs: 20_000, what: 'the archive to be refused' });
    await expect(sites.publishUpload(begun.id, context)).rejects.toMatchObject({ code: 'ARCHIVE_INVALID' });
  });

  it('may be shorter than declared, and not longer', async () => {
    const context = contextOf();
    const archive = zipOf([INDEX]);
    await published(await send(archive, context, archive.length + 200), context);
    const { response } = await put(archive, context, archive.length - 1);
    expect(await response.json()).toMatchObject({ code: 'ARCHIVE_TOO_LARGE' });
  });

  it('become pages, without their top folder and what tools leave behind', async () => {
    const context = contextOf();
    const archive = zipOf([
      { name: 'site/', mode: 0o040755 },
      { name: 'site/index.html', data: '<title>夏</title>' },
      { name: 'site/css/a.css', data: 'p{}' },
      { name: '__MACOSX/site/._index.html', data: 'x', method: 12 },
      { name: 'site/.DS_Store', data: 'x' },
      { name: 'site/img/Thumbs.db', data: 'x' },
      { name: 'site/.git/config', data: 'x' },
    ]);
    const begun = await send(archive, context);
    const site = await published(begun, context);
    expect(site.title).toBe('夏');
    const upload = await uploads.describe(begun);
    expect(pathsOf(upload)).toEqual(['css/a.css', 'index.html']);
    expect(upload.report).toEqual({
      taken: 2,
      renamed: [],
      left_out: ['__MACOSX/site/._index.html', 'site/.DS_Store', 'site/img/Thumbs.db', 'site/.git/config'],
    });
  });

  it('may have names in UTF-8, in CP932, in the Unicode Path field, and decomposed', async () => {
    const field = Buffer.from([0xff, 0x2e, 0x6a, 0x73]);
    const upload = await unpacked(
      zipOf([
        { name: Buffer.from('春.txt'), flags: 0x800 },
        { name: Buffer.from('夏.txt') },
        { name: Buffer.concat([CP932, Buffer.from('.txt')]) },
        { name: field, extra: unicodePath(field, '秋.js') },
        { name: Buffer.from('か\u3099.txt'), flags: 0x800 },
        { name: 'folder\\冬.txt' },
      ]),
    );
    expect(pathsOf(upload)).toEqual(['folder/冬.txt', 'が.txt', '夏.txt', '春.txt', '秋.js', '表ソ能.txt'].sort());
    expect(upload.report?.renamed).toEqual([{ from: 'か\u3099.txt', to: 'が.txt' }]);
  });

  it.each<[string, ZipEntry, string]>([
    ['leads out of the folder', { name: '../../evil.html' }, 'FILE_PATH_INVALID'],
    ['leads out of it with a backslash', { name: 'a\\..\\..\\evil.html' }, 'FILE_PATH_INVALID'],
    ['is absolute', { name: '/etc/passwd' }, 'FILE_PATH_INVALID'],
    ['has a drive', { name: 'C:/evil.html' }, 'FILE_PATH_INVALID'],
    ['has a control character', { name: 'a\u0000.html' }, 'FILE_PATH_INVALID'],
    ['is a link', { name: 'link', data: '/etc/passwd', mode: 0o120777 }, 'ENTRY_LINK'],
    ['is encrypted', { name: 'secret.html', data: 'x', flags: 1 }, 'ENTRY_ENCRYPTED'],
    ['is compressed by another method', { name: 'a.txt', data: 'x', method: 12 }, 'ENTRY_COMPRESSION_UNKNOWN'],
    ['differs by case alone', { name: 'INDEX.html', data: 'x' }, 'FILE_PATHS_EQUAL'],
    ['has more bytes than it says', { name: 'a.txt', data: 'x'.repeat(1_000), size: 10 }, 'ENTRY_DAMAGED'],
    ['has fewer bytes than it says', { name: 'a.txt', data: 'x', size: 10 }, 'ENTRY_DAMAGED'],
    ['says that it is too large', { name: 'a.txt', data: 'x', size: 11 * MIB }, 'FILE_TOO_LARGE'],
    ['is too deep', { name: '1/2/3/4/5/6/7/8/9/a.txt' }, 'FILE_TOO_DEEP'],
  ])('with an entry that %s are refused and name it', async (_what, entry, code) => {
    const error = await refusalOf(entry);
    const name = String(entry.name).replaceAll('\\', '/');
    expect(error).toMatchObject({ code, entry: name });
    expect(error?.error).toMatch(/[ぁ-ん]/);
  });

  it('with a name in no known encoding are refused', async () => {
    expect(await refusalOf({ name: Buffer.from([0x66, 0xff, 0xfe, 0x81]) })).toMatchObject({
      code: 'ENTRY_NAME_UNREADABLE',
    });
  });

  it('that unpack to a thousand times their size are refused, and take little memory', async () => {
    const zeros = Buffer.alloc(10 * MIB);
    const bomb = Array.from({ length: 6 }, (_, at) => ({ name: `${at}.bin`, data: zeros }));
    expect(await refusalOf(...bomb)).toMatchObject({ code: 'TREE_TOO_LARGE' });
    const lying = bomb.map((entry) => ({ ...entry, size: 1_000 }));
    expect(await refusalOf(...lying)).toMatchObject({ code: 'ENTRY_DAMAGED', entry: '0.bin' });
  });

  it('with too many entries, and those that are cut or no archives, are refused', async () => {
    const many = Array.from({ length: 60_000 }, (_, at) => ({ name: `${at}.txt` }));
    expect(await refusalOf(...many)).toMatchObject({ code: 'TOO_MANY_FILES' });
    const whole = zipOf([INDEX, { name: 'a.txt', data: 'x'.repeat(10_000) }]);
    for (const archive of [whole.subarray(0, -30), whole.subarray(0, 60), Buffer.from('no archive at all')]) {
      expect((await unpacked(archive)).report?.error).toMatchObject({ code: 'ARCHIVE_INVALID' });
    }
    expect((await unpacked(zipOf([{ name: '.hidden' }]))).report?.error).toMatchObject({ code: 'TREE_EMPTY' });
  });

  it('are taken once for each upload, and their repeats are accepted', async () => {
    const archive = zipOf([INDEX]);
    const begun = await send(archive);
    const put = async (body: Buffer) => {
      const init = { method: 'PUT', body: new Uint8Array(body), headers: { [TICKET_HEADER]: begun.ticket } };
      const response = await fetch(`${uploads.origin}/functions/v1/archives`, init);
      return response.status;
    };
    expect(await put(archive)).toBe(202);
    expect(await put(archive.subarray(1))).toBe(409);
  });

  const slow = (text: string): ZipEntry[] =>
    Array.from({ length: 30 }, (_, at) => ({ name: `${at}.md`, data: `${text}${at}${'['.repeat(100_000)}` }));
  const dueSoon = `SELECT FROM uploads WHERE id = $1 AND unpacking_at < now() - interval '2 minutes'`;
  const isDueSoon = async ({ id }: Begun) => (await sites.rows(dueSoon, [id])).length > 0;

  it('that take long are unpacked beside those of other accounts', async () => {
    const [context, other] = [contextOf(), contextOf()];
    const first = await send(zipOf([INDEX, ...slow('a')]), context);
    const second = await send(zipOf([INDEX, ...slow('a'), { name: 'a.txt' }]), context);
    await published(await send(zipOf([INDEX]), other), other);
    expect((await uploads.describe(first)).state).not.toBe('ready');
    const states = () => Promise.all([first, second].map(async (begun) => (await uploads.describe(begun)).state));
    const areReady = async () => (await states()).every((state) => state === 'ready');
    await waitFor(areReady, { timeoutMs: 80_000, what: 'the archives to be unpacked' });
    expect(await uploads.describe(first)).toMatchObject({ report: { taken: 31 } });
  }, 90_000);

  it('that could not be unpacked at the moment are unpacked soon after it', async () => {
    const context = contextOf();
    const hash = Buffer.from(sha256('being removed'), 'hex');
    await sites.rows(`INSERT INTO files (hash, bytes, touched_at, state) VALUES ($1, 13, now(), 'removing')`, [hash]);
    const begun = await send(zipOf([INDEX, { name: 'a.txt', data: 'being removed' }]), context);
    await waitFor(() => isDueSoon(begun), { timeoutMs: 20_000, what: 'the first try to fail' });
    await sites.rows('DELETE FROM files WHERE hash = $1', [hash]);
    const isReady = async () => (await uploads.describe(begun)).state === 'ready';
    await waitFor(isReady, { timeoutMs: 40_000, what: 'the next try' });
  }, 90_000);

  it('that a process has not finished when it stops are unpacked by another one soon after it', async () => {
    const stopping = await sites.spawnUploads();
    const archive = zipOf([INDEX, ...slow('b')]);
    const { begun } = await put(archive, contextOf(), archive.length, stopping.origin);
    await stopping.uploads.stop();
    expect(await isDueSoon(begun)).toBe(true);
  });

  it('that a process left when it ended are unpacked by another one', async () => {
    const first = await sites.spawnUploads();
    const context = contextOf();
    const files = Array.from({ length: 200 }, (_, at) => ({ name: `${at}.txt`, data: `left behind ${at}` }));
    const archive = zipOf([INDEX, ...files]);
    const { begun, response } = await put(archive, context, archive.length, first.origin);
    expect(response.status).toBe(202);
    first.uploads.kill('SIGKILL');
    await sites.rows(`UPDATE uploads SET unpacking_at = now() - interval '4 minutes' WHERE id = $1`, [begun.id]);
    const site = await published(begun, context);
    expect(site.title).toBe('春');
    expect(await uploads.describe(begun)).toMatchObject({ state: 'ready', report: { taken: 201 } });
  });
});
