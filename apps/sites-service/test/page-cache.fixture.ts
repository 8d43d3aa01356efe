import { createLogger } from '@haru/service-runtime';
import type { DataSource } from 'typeorm';
import { makeArtifact, storagePathOf } from '../src/storage/html-storage/artifact.js';
import { HtmlStorage, type Artifact, type StoredContent } from '../src/storage/html-storage/html-storage.js';
import type { SiteState } from '../src/sites/site-visibility.js';
import { ManifestSigner } from '../src/storage/page-manifest.js';
import { ArtifactLoader } from '../src/viewer/cache/artifact-loader.js';
import { DatabaseBreaker } from '../src/viewer/cache/database-breaker.js';
import { ManifestReader } from '../src/viewer/cache/manifest-reader.js';
import { PageCache, type PageArtifacts } from '../src/viewer/cache/page-cache.js';
import { SiteStates } from '../src/viewer/cache/site-state.js';
import { StorageGate } from '../src/viewer/cache/storage-gate.js';

export const HOUR_MS = 3_600_000;

/** This storage has the artifact, does not have it, fails, or is too slow. */
class StubStorage extends HtmlStorage {
  artifact: Artifact | undefined;
  manifest: Buffer | undefined;
  manifestReads = 0;
  /** Reads of manifests wait for this. */
  manifestGate = Promise.resolve();
  behaviour: 'works' | 'fails' | 'hangs' = 'works';

  async read(): Promise<Artifact | undefined> {
    if (this.behaviour === 'fails') throw new Error('disk on fire');
    if (this.behaviour === 'hangs') return new Promise(() => undefined);
    return this.artifact;
  }
  async write(): Promise<void> {
    return undefined;
  }
  async has(): Promise<boolean> {
    return this.artifact !== undefined;
  }
  async remove(): Promise<void> {
    return undefined;
  }
  async removeAllOf(): Promise<void> {
    return undefined;
  }
  async prepare(): Promise<void> {
    return undefined;
  }
  async *list(): AsyncGenerator<StoredContent> {
    yield* [];
  }
  async writeManifest(): Promise<void> {
    return undefined;
  }
  async readManifest(): Promise<Buffer | undefined> {
    this.manifestReads += 1;
    await this.manifestGate;
    return this.manifest;
  }
  async removeManifest(): Promise<void> {
    return undefined;
  }
  async *listManifests(): AsyncGenerator<string> {
    yield* [];
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
  constructor(maxBytes = 10_000_000, artifacts?: PageArtifacts) {
    const sites = new SiteStates({ query: (statement: string) => this.query(statement) } as unknown as DataSource);
    const logger = createLogger('spec', 'silent');
    const gate = new StorageGate(logger);
    this.breaker = new DatabaseBreaker(() => sites.ping(), logger);
    this.pages = new PageCache(
      { maxBytes, maxStaleMs: 24 * HOUR_MS },
      sites,
      artifacts ?? new ArtifactLoader(this.storage, sites, gate, logger),
      new ManifestReader(this.storage, gate, this.signer, logger),
      this.breaker,
      logger,
    );
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
    return typeof found === 'string' ? found : found.artifact.identity.toString();
  }

  private async query(statement: string): Promise<unknown[]> {
    this.queries.push(statement.includes('FROM contents') ? 'page' : 'state');
    if (this.databaseUnavailable) throw new Error('connection refused');
    if (this.databaseSilent) return new Promise(() => undefined);
    if (statement.includes('FROM contents')) return [{ title: 't', htmlContent: '<title>from the database</title>' }];
    return this.row ? [this.row] : [];
  }
}
