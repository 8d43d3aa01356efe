import { Readable, Writable } from 'node:stream';
import { ServiceError, siteColumns } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { ZipWriter } from '@zip.js/zip.js';
import type { ServerResponse } from 'node:http';
import { DataSource } from 'typeorm';
import type { ArchiveSubject } from '../trees/tickets.js';
import { PageRenderer, type PageText } from '../sites/page-renderer.js';
import { FIRST_ID } from '../sites/in-batches.js';
import { readSentFiles } from '../storage/html-storage/tree.js';
import { inPortions } from '../storage/merge-join.js';
import { FileStore } from '../trees/file-store.js';
import { PAGE_FORMAT, PAGE_SOURCE, PAGE_TEXT, PAGE_TREE } from '../tables/columns.js';

interface ZipEntry {
  path: string;
  /** A file is opened only when it is written to the archive. */
  content: string | (() => Promise<Readable>);
}

interface Content extends PageText {
  source: string | null;
  format: string | null;
  tree: string | null;
}

interface PageRow {
  id: string;
  path: string;
  stopped: boolean;
  row: object;
}

type VersionRow = Record<string, unknown> & { version: number };

// Owners cannot download a stopped page, because it is evidence.
const FIND_CONTENT = `
  SELECT ${PAGE_SOURCE} AS source, ${PAGE_FORMAT} AS format, ${PAGE_TEXT}, ${PAGE_TREE} AS tree
  FROM page_versions WHERE site_id = $1 AND number = $2
    AND NOT EXISTS (SELECT FROM sites WHERE id = site_id AND stopped_at IS NOT NULL)`;

const ROW = Object.keys(siteColumns)
  .filter((name) => !['html_content', 'storage_path', 'access_key', 'password'].includes(name))
  .map((name) => `'${name}', ${name}`)
  .join(', ');

const findPages = (table: 'sites' | 'deleted_sites') => `
  SELECT id, path, stopped_at IS NOT NULL AS stopped, json_build_object(${ROW}) AS row
  FROM ${table} WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT 1`;

const FIND_VERSIONS = `
  SELECT number AS version, title, bytes, source, key_name, label, created_at
  FROM page_versions WHERE site_id = $1 ORDER BY number DESC`;

const README = `このアカウントのすべてのページです。
pages には公開中と期限切れのページ、deleted には削除したページがあります。
page.json はページと各バージョンの情報です。v1、v2… は各バージョンの内容です。
新しいバージョンと同じファイルは、新しい方だけにあります。page.json の stored_in がその場所です。
`;

/** This bounds processor time. */
const MAX_CONCURRENT = 4;
/** This many more may wait for clients that read slowly. This bounds memory. */
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 5;

const compressed = /\.(?:avif|gif|gz|jpe?g|m4a|mp[34]|og[agv]|png|web[mp]|woff2?|zip)$/i;

/** Sends ZIP archives, which are made while they are sent, so that one entry is in memory at a time. */
@Injectable()
export class ZipDownloads {
  /** The oldest one comes first. */
  private readonly inFlight = new Set<ServerResponse>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: FileStore,
    private readonly renderer: PageRenderer,
  ) {}

  /** @throws ServiceError SERVICE_BUSY, FILE_NOT_FOUND, SERVICE_UNAVAILABLE before the first byte */
  async send(subject: ArchiveSubject, response: ServerResponse, headers: Record<string, string>): Promise<void> {
    // Clients that read nothing must not prevent others from getting their archives.
    const waiting = [...this.inFlight].filter(({ writableNeedDrain }) => writableNeedDrain);
    if (this.inFlight.size - waiting.length >= MAX_CONCURRENT)
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (waiting.length >= MAX_WAITING) waiting[0]?.destroy();
    this.inFlight.add(response);
    try {
      const entries =
        'accountId' in subject ? this.ofAccount(subject.accountId) : this.ofVersion(subject.siteId, subject.version);
      const first = await entries.next();
      if (first.done) throw new ServiceError('FILE_NOT_FOUND');
      // While storage is away the answer is an error instead of an archive that breaks off.
      const stream = await streamOf(first.value);
      response.writeHead(200, { ...headers, 'Content-Type': 'application/zip' });
      const zip = await writerTo(response);
      await add(zip, first.value, stream);
      for await (const entry of entries) await add(zip, entry, await streamOf(entry));
      await zip.close();
    } catch (error) {
      // A client may close the connection before the end.
      if (!response.headersSent || !response.destroyed) throw error;
    } finally {
      this.inFlight.delete(response);
    }
  }

  /** Lists the files of a version. A page that is one text is `index.html`, and Markdown has its source, too. */
  private async *ofVersion(siteId: string, version: number): AsyncGenerator<ZipEntry> {
    const content = await this.find(siteId, version);
    if (!content) return;
    const { source, format, tree } = content;
    const html = await this.renderer.htmlOf(content);
    for (const { path, hash } of tree === null ? [] : readSentFiles(tree))
      yield { path, content: () => this.store.open(hash) };
    if (html !== null) yield { path: 'index.html', content: html };
    if (format === 'markdown' && source !== null) yield { path: 'index.md', content: source };
  }

  /** Lists all pages of an account with all their versions. One version is in memory at a time. */
  private async *ofAccount(accountId: string): AsyncGenerator<ZipEntry> {
    yield { path: 'README.txt', content: README };
    for await (const page of this.pagesOf('sites', accountId)) yield* this.ofPage(page, `pages/${page.path}`);
    for await (const page of this.pagesOf('deleted_sites', accountId)) yield* this.ofPage(page, `deleted/${page.id}`);
  }

  private async *ofPage({ id, stopped, row }: PageRow, folder: string): AsyncGenerator<ZipEntry> {
    const rows = await this.dataSource.query<VersionRow[]>(FIND_VERSIONS, [id]);
    const storedIn = new Map<string, string>();
    const versions: object[] = [];
    for (const version of rows) {
      const content = stopped ? undefined : await this.find(id, version.version);
      const inFolder = `${folder}/v${version.version}`;
      const files: object[] = [];
      for (const { path, hash, type, bytes } of content?.tree ? readSentFiles(content.tree) : []) {
        const known = storedIn.get(hash);
        const place = known ?? `${inFolder}/${path}`;
        storedIn.set(hash, place);
        files.push({ path, type, bytes, sha256: hash, stored_in: place });
        if (known === undefined) yield { path: place, content: () => this.store.open(hash) };
      }
      // The source of a component is one of its files.
      const source = content?.tree ? undefined : (content?.source ?? undefined);
      const place = `${inFolder}/index.${content?.format === null ? 'html' : 'md'}`;
      if (source !== undefined) yield { path: place, content: source };
      versions.push({ ...version, ...(source === undefined ? { files } : { stored_in: place }) });
    }
    yield { path: `${folder}/page.json`, content: JSON.stringify({ ...row, versions }, undefined, 2) };
  }

  private pagesOf(table: 'sites' | 'deleted_sites', accountId: string): AsyncGenerator<PageRow> {
    const read = (after: string) => this.dataSource.query<PageRow[]>(findPages(table), [accountId, after]);
    return inPortions(FIRST_ID, read, ({ id }) => id);
  }

  private async find(siteId: string, version: number): Promise<Content | undefined> {
    const [content] = await this.dataSource.query<Content[]>(FIND_CONTENT, [siteId, version]);
    return content;
  }
}

/** The library takes 9 MB of memory. */
async function writerTo(response: ServerResponse): Promise<ZipWriter<unknown>> {
  const { configure, ZipWriter } = await import('@zip.js/zip.js');
  // By default the library works on as many archives as there are processors, and the others wait for their readers.
  configure({ useWebWorkers: false, maxWorkers: MAX_CONCURRENT + MAX_WAITING });
  return new ZipWriter(Writable.toWeb(response), { extendedTimestamp: false });
}

const streamOf = ({ content }: ZipEntry): Readable | Promise<Readable> =>
  typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content();

async function add(zip: ZipWriter<unknown>, { path }: ZipEntry, stream: Readable): Promise<void> {
  try {
    await zip.add(path, Readable.toWeb(stream), { level: compressed.test(path) ? 0 : 6 });
  } finally {
    stream.destroy();
  }
}
