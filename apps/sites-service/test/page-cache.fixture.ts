import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { makeArtifact, storagePathOf, type Artifact } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { PageRenderer } from '../src/sites/page-renderer.js';
import type { SiteState } from '../src/sites/site-visibility.js';
import { ManifestSigner } from '../src/storage/page-manifest.js';
import { ArtifactLoader } from '../src/viewer/cache/artifact-loader.js';
import { DatabaseBreaker } from '../src/viewer/cache/database-breaker.js';
import { PageCache } from '../src/viewer/sources/page-cache.js';
import { PageMaker } from '../src/viewer/cache/ready-page.js';
import { SiteStates } from '../src/viewer/cache/site-state.js';
import { StorageGate } from '../src/viewer/cache/storage-gate.js';
import { ManifestSource } from '../src/viewer/sources/manifest-source.js';
import { DatabaseSource } from '../src/viewer/sources/database-source.js';
import { MemorySource } from '../src/viewer/sources/memory-source.js';

Logger.overrideLogger(false);

export const HOUR_MS = 3_600_000;

/** This storage has the artifact, does not have it, fails, or is too slow. */
class StubStorage extends HtmlStorage {
  artifact: Artifact | undefined;
  manifest: Buffer | undefined;
  manifestReads = 0;
  /** Reads of manifests wait for this. */
  manifestGate = Promise.resolve();
  behaviour: 'works' | 'fails' | 'hangs' = 'works';

  constructor() {
    super(new FolderStore(''));
  }

  override async read(): Promise<Artifact | undefined> {
    if (this.behaviour === 'fails') throw new Error('disk on fire');
    if (this.behaviour === 'hangs') return new Promise(() => undefined);
    return this.artifact;
  }
  override async remove(): Promise<void> {
    return undefined;
  }
  override async readManifest(): Promise<Buffer | undefined> {
    this.manifestReads += 1;
    await this.manifestGate;
    return this.manifest;
  }
}

/** This is a page cache with a database and a storage that the test controls. */
export class PageCacheUnderTest {
  readonly signer = new ManifestSigner(['k'.repeat(32)]);
  readonly storage = new StubStorage();
  readonly breaker: DatabaseBreaker;
  readonly pages: PageCache;
  /** Every path leads to this one site. */
  row: SiteState | undefined;
  queries: string[] = [];
  databaseUnavailable = false;
  databaseSilent = false;

  /** @param artifacts replaces the reader of storage */
  constructor(maxBytes = 10_000_000, artifacts?: Pick<ArtifactLoader, 'load' | 'fromStorage'>) {
    const sites = new SiteStates(
      { query: (statement: string) => this.query(statement) } as unknown as DataSource,
      new PageRenderer(),
    );
    const gate = new StorageGate();
    const breaker = new DatabaseBreaker(sites);
    const loader = (artifacts as ArtifactLoader | undefined) ?? new ArtifactLoader(this.storage, sites, gate);
    const memory = new MemorySource(maxBytes, (24 * HOUR_MS) / 1_000);
    const maker = new PageMaker({ hostsOf: () => ({ own: false, shared: true }) });
    const manifests = new ManifestSource(this.storage, gate, this.signer, loader, breaker, memory, maker);
    this.breaker = breaker;
    const database = new DatabaseSource(sites, breaker, loader, memory, maker);
    this.pages = new PageCache(memory, database, manifests, breaker, sites);
  }

  /** @param html the content of the one site in storage */
  async show(html: string | Buffer): Promise<void> {
    const bytes = Buffer.from(html);
    this.row = {
      id: '7b0f6a3e-52a4-4e5e-9d0e-2f4f6b9b4a11',
      path: 'path',
      storagePath: storagePathOf('7b0f6a3e-52a4-4e5e-9d0e-2f4f6b9b4a11', bytes),
      noindex: false,
      isActive: true,
      isStopped: false,
      underReview: false,
      hadOwnOrigin: false,
      visibility: 'public',
      accessGeneration: 1,
      expiresAt: new Date(Date.now() + HOUR_MS),
      lastModified: new Date(),
    };
    this.storage.artifact = await makeArtifact(bytes);
  }

  change(state: Partial<SiteState>): void {
    if (this.row) this.row = { ...this.row, ...state };
  }

  async text(path = 'path'): Promise<string> {
    const found = await this.pages.load(path);
    return typeof found === 'string' ? found : String(found.bodies.shared?.artifact.identity);
  }

  private async query(statement: string): Promise<unknown[]> {
    this.queries.push(statement.includes('FROM contents') ? 'page' : 'state');
    if (this.databaseUnavailable) throw new Error('connection refused');
    if (this.databaseSilent) return new Promise(() => undefined);
    if (statement.includes('FROM contents'))
      return [{ title: 't', html: '<title>from the database</title>', tree: null }];
    return this.row ? [this.row] : [];
  }
}
