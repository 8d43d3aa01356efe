import { atMost, Semaphore } from '@haru/service-runtime';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { endOf } from '../../sites/site-visibility.js';
import { HtmlStorage } from '../../storage/html-storage/html-storage.js';
import { InvalidManifest, ManifestSigner, type PageManifest } from '../../storage/page-manifest.js';
import { ArtifactLoader } from '../cache/artifact-loader.js';
import { DatabaseBreaker, steadyNow } from '../cache/database-breaker.js';
import { type Answer, PageMaker } from '../cache/ready-page.js';
import { SOLE_SOURCE_TIMEOUT_MS, StorageGate } from '../cache/storage-gate.js';
import { MemorySource } from './memory-source.js';

/** This many pages of up to 3 MiB are read concurrently. At 10 ms each, the last of 1,000 waits 1.3 s. */
const MAX_READS = 8;
const MAX_WAITING = 1_000;
/** A request stops waiting then, so that it ends within 10 s with its own two reads of up to 4 s. */
const MAX_WAIT_MS = 2_000;
/** Paths without a manifest are remembered briefly, so that scans do not reach storage. */
const UNKNOWN_MS = 1_000;
const UNKNOWN_MAX = 50_000;
/** When the database is available again, it is asked before the page is shown. */
const CHECKED_BEFORE_MS = 4_000;

/** Answers from the manifests in storage that a service signed, while the database is not available. */
@Injectable()
export class ManifestSource {
  private readonly logger = new Logger(ManifestSource.name);
  private readonly reads = new Semaphore(MAX_READS, MAX_WAITING);
  private readonly unknown = new LRUCache<string, true>({ ...atMost(UNKNOWN_MAX), ttl: UNKNOWN_MS });

  constructor(
    private readonly storage: HtmlStorage,
    private readonly gate: StorageGate,
    private readonly signer: ManifestSigner,
    private readonly artifacts: ArtifactLoader,
    private readonly breaker: DatabaseBreaker,
    private readonly memory: MemorySource,
    private readonly maker: PageMaker,
  ) {}

  /** @returns undefined when there is no valid manifest, or one that may be older than the last change */
  find(path: string): Promise<Answer | undefined> {
    const queuedAt = steadyNow();
    return this.reads.pass(async () => (steadyNow() - queuedAt > MAX_WAIT_MS ? undefined : await this.read(path)));
  }

  private async read(path: string): Promise<Answer | undefined> {
    const readAt = steadyNow();
    const { unavailableSince = readAt } = this.breaker;
    if (!this.memory.isInTime(unavailableSince, steadyNow())) return undefined;
    const manifest = await this.manifestOf(path);
    if (!manifest || this.memory.isOutOfDate(path, manifest.asOf)) return undefined;
    const { site } = manifest;
    const reason = endOf(site, new Date());
    if (!site || reason) return this.memory.setReason(path, reason ?? 'not-found', site?.expiresAt);
    const loaded = await this.artifacts.fromStorage(site, SOLE_SOURCE_TIMEOUT_MS);
    if (!loaded) return undefined;
    const page = await this.maker.make(site, loaded);
    // A change is announced after its manifest is written, so a later read has found that.
    if (this.memory.hasChangedSince(path, readAt)) return undefined;
    this.memory.setPage(path, page, Math.min(unavailableSince, steadyNow() - CHECKED_BEFORE_MS));
    return page;
  }

  private async manifestOf(path: string): Promise<PageManifest | undefined> {
    if (this.unknown.has(path)) return undefined;
    const found = await this.gate.read((signal) => this.storage.readManifest(path, signal), SOLE_SOURCE_TIMEOUT_MS);
    const manifest = found && this.verified(path, found);
    if (!manifest) this.unknown.set(path, true);
    return manifest;
  }

  private verified(path: string, bytes: Buffer): PageManifest | undefined {
    try {
      return this.signer.read(path, bytes);
    } catch (error) {
      if (!(error instanceof InvalidManifest)) throw error;
      this.logger.error({ err: error, path }, 'a manifest in storage is not valid');
      return undefined;
    }
  }
}
