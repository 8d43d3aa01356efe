import type { Logger } from '@haru/service-runtime';
import { LRUCache } from 'lru-cache';
import type { HtmlStorage } from '../../storage/html-storage/html-storage.js';
import { InvalidManifest, type ManifestSigner, type PageManifest } from '../../storage/page-manifest.js';
import { SOLE_SOURCE_TIMEOUT_MS, type StorageGate } from './storage-gate.js';

/** Paths without a manifest are remembered briefly, so that scans do not reach storage. */
const UNKNOWN_MS = 1_000;
const UNKNOWN_MAX = 50_000;

/** Reads manifests from storage, and accepts those that a service signed. */
export class ManifestReader {
  private readonly unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX, ttl: UNKNOWN_MS });

  constructor(
    private readonly storage: HtmlStorage,
    private readonly gate: StorageGate,
    private readonly signer: ManifestSigner,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** @returns undefined when there is no valid manifest, or storage is not available */
  async find(path: string): Promise<PageManifest | undefined> {
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
