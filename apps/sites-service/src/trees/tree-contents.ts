import { fileError, HOUR_MS, type RequestContext, ServiceError, START_PAGE, type TreeFile } from '@haru/contracts';
import type { RenderedPage } from '@haru/page-check';
import { UNTITLED } from '@haru/page-html';
import { LIBRARY_FOLDER } from '@haru/page-render/libraries';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import { DataSource } from 'typeorm';
import { accountOf } from '../sites/own-site.js';
import { BannedContentIndex } from '../sites/checks/banned-content-index.js';
import { readTreeText, treeHashOf, treeTextOf } from '../storage/html-storage/tree.js';
import type { VersionCheck } from '../tables/pages/version-check.js';
import { type FileCheck, FileChecks } from './file-checks.js';
import { FileStore, hashesOf, type StoredFile } from './file-store.js';
import { MarkdownFiles } from './markdown-files.js';
import { checkedKindOf } from './media-type.js';
import { listOf, withStartPage } from './start-page.js';
import { Uploads } from './uploads.js';

export interface TreeContent {
  hash: Buffer;
  title: string;
  bytes: number;
  check: VersionCheck;
}

/** The tree of a component has its source, because two sources may compile to the same code. */
const COMPONENT_SOURCE = 'App.tsx';

/** A transaction may publish it within an hour. After that a job removes it unless a version uses it. */
const KEEP_TREE = `
  WITH released AS (INSERT INTO released_contents (hash) VALUES ($1))
  INSERT INTO trees AS known (hash, files, used_at) VALUES ($1, $2, now())
  ON CONFLICT (hash) DO UPDATE SET used_at = EXCLUDED.used_at`;
// A foreign key refuses a file without a row.
const KEEP_FILES = `
  INSERT INTO content_files (content_hash, file_hash)
  SELECT $1, hash FROM unnest($2::bytea[]) AS hash ORDER BY hash ON CONFLICT DO NOTHING`;

// A file that another version of the site has is charged to that version only.
const CHARGED = `
  SELECT coalesce(sum(bytes), 0)::integer AS bytes FROM files
  WHERE NOT is_library AND hash IN (SELECT file_hash FROM content_files WHERE content_hash = $2) AND NOT EXISTS (
    SELECT FROM page_versions JOIN content_files USING (content_hash)
    WHERE site_id = $1 AND file_hash = files.hash)`;

@Injectable()
export class TreeContents {
  /** Nothing removes a file from storage within a day of its last use. */
  private readonly libraries = new LRUCache<string, TreeFile>({
    max: 100,
    ttl: HOUR_MS,
    fetchMethod: (name) => this.keepLibrary(name),
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly uploads: Uploads,
    private readonly store: FileStore,
    private readonly banned: BannedContentIndex,
    private readonly checks: FileChecks,
    private readonly markdown: MarkdownFiles,
  ) {}

  /**
   * Makes a content from the files of an upload. All its files are in storage and stay there.
   * @throws ServiceError PAGE_REFUSED with the file at fault
   */
  async ofFiles(sent: readonly TreeFile[], context: RequestContext): Promise<TreeContent> {
    const files = await this.markdown.withPages(sent, context);
    return this.ofTree(treeTextOf(withStartPage(files) ?? [await this.listOf(files), ...files]), context);
  }

  /**
   * Returns the files of a complete upload of the caller.
   * @throws ServiceError UPLOAD_NOT_FOUND, UPLOAD_INCOMPLETE, ARCHIVE_INVALID with the reason of the report
   */
  async sentFiles(uploadId: string, { caller }: RequestContext): Promise<readonly TreeFile[]> {
    const { accountId } = accountOf(caller);
    const { files, archiveBytes, report, ...upload } = await this.uploads.find(uploadId);
    if (upload.accountId !== accountId) throw new ServiceError('UPLOAD_NOT_FOUND');
    if (report?.error) throw new ServiceError('ARCHIVE_INVALID', { message: report.error.error });
    if (archiveBytes !== null && !report) throw new ServiceError('UPLOAD_INCOMPLETE');
    const sent = await this.store.sentBy(accountId, hashesOf(files));
    const missing = files.find(({ hash }) => !sent.has(hash));
    if (missing) throw fileError('UPLOAD_INCOMPLETE', missing.path);
    return files;
  }

  private async listOf(files: readonly TreeFile[]): Promise<TreeFile> {
    const list = await this.store.putMade(START_PAGE, Buffer.from(listOf(files)));
    return { ...list, renderedFrom: files[0]?.path };
  }

  /**
   * Makes a content from a rendered component and its source. Its libraries are not charged.
   * @throws ServiceError PAGE_REFUSED, SERVICE_BUSY
   */
  async ofComponent(source: Buffer, { html, libraries, check }: RenderedPage, context: RequestContext) {
    const files = await Promise.all([
      this.store.putMade(START_PAGE, Buffer.from(html), { check: this.checks.ofRendered(html, check) }),
      this.store.putMade(COMPONENT_SOURCE, source),
      ...libraries.map((name) => this.libraries.forceFetch(name)),
    ]);
    return this.ofTree(treeTextOf(files), context);
  }

  /** Stores the file of a library, which this release has, once a component loads it. */
  private async keepLibrary(name: string): Promise<TreeFile> {
    const address = import.meta.resolve(`@haru/page-render/libraries/${name}`);
    return this.store.putMade(`${LIBRARY_FOLDER}/${name}`, await readFile(new URL(address)), { isLibrary: true });
  }

  async chargedBytes(siteId: string, { hash }: Pick<TreeContent, 'hash'>): Promise<number> {
    const [row] = await this.dataSource.query<{ bytes: number }[]>(CHARGED, [siteId, hash]);
    return row?.bytes ?? 0;
  }

  /** Makes a content from the text of a tree, such as that of another version. @throws ServiceError PAGE_REFUSED */
  async ofTree(treeText: string, context: RequestContext): Promise<TreeContent> {
    const files = readTreeText(treeText);
    const hash = treeHashOf(treeText);
    const fileHashes = hashesOf(files);
    const stored = await this.store.find(fileHashes);
    const checks = await this.checksOf(files, stored, hash, context);
    await this.dataSource.transaction(async (manager) => {
      await manager.query(KEEP_TREE, [hash, treeText]);
      await manager.query(KEEP_FILES, [hash, fileHashes]);
    });
    const first = checks.get(START_PAGE) ?? checks.values().find(({ kind }) => kind === 'document');
    return {
      hash,
      title: first?.title ?? UNTITLED,
      bytes: stored.values().reduce((sum, { bytes, isLibrary }) => sum + (isLibrary ? 0 : bytes), 0),
      check: this.checks.combined([...checks.values()]),
    };
  }

  /** @returns the checks of documents, style sheets and the page's own scripts by their paths */
  private async checksOf(
    files: readonly TreeFile[],
    stored: ReadonlyMap<string, StoredFile>,
    treeHash: Buffer,
    context: RequestContext,
  ): Promise<ReadonlyMap<string, FileCheck>> {
    if (await this.banned.hasHash(treeHash.toString('hex'))) throw new ServiceError('PAGE_REFUSED');
    const checks = new Map<string, FileCheck>();
    for (const { path, hash } of files) {
      const file = stored.get(hash);
      if (!file) throw fileError('UPLOAD_INCOMPLETE', path);
      if (await this.banned.hasHash(hash)) throw fileError('PAGE_REFUSED', path);
      const kind = checkedKindOf(path);
      if (kind === undefined || (kind === 'script' && file.isLibrary)) continue;
      const check = await this.store.checkOf(file, kind, context);
      if (!check.check) throw fileError('PAGE_REFUSED', path, { findings: [...(check.findings ?? [])] });
      checks.set(path, check);
    }
    return checks;
  }
}
