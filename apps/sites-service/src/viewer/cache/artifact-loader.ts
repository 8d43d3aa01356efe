import { Semaphore, QueueFullError } from '@haru/service-runtime';
import { Injectable, Logger } from '@nestjs/common';
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  contentHashOf,
  isOneContent,
  makeArtifact,
  DamagedArtifact,
  type Artifact,
  type LoadedArtifact,
} from '../../storage/html-storage/artifact.js';
import { HtmlStorage } from '../../storage/html-storage/html-storage.js';
import { artifactBytesOf } from '../../storage/html-storage/tree.js';
import type { SiteState } from '../../sites/site-visibility.js';
import { DatabaseUnavailable, SiteStates } from './site-state.js';
import { StorageGate } from './storage-gate.js';

/** Some stores show a file before it is written completely. After this time the write has ended. */
const SECOND_READ_MS = 1_000;
/**
 * This many artifacts are made from the database concurrently. Each takes one of the pool's ten connections and
 * compresses for up to 50 ms on two threads. The questions whether pages are still live need the other connections.
 */
const MAX_CONCURRENT = 4;
/** At 20 ms each the last one waits 5 s. */
const MAX_WAITING = 1_000;

/** Loads the artifact of a site from storage, or makes it from the database when storage does not have it in time. */
@Injectable()
export class ArtifactLoader {
  private readonly logger = new Logger(ArtifactLoader.name);
  private readonly making = new Semaphore(MAX_CONCURRENT, MAX_WAITING);
  /** These artifacts were found damaged and are read a second time. */
  private readonly suspect = new Set<string>();

  constructor(
    private readonly storage: HtmlStorage,
    private readonly sites: SiteStates,
    private readonly gate: StorageGate,
  ) {}

  /** @returns undefined when the site is deleted. @throws DatabaseUnavailable also when the database is overloaded */
  async load(site: SiteState): Promise<LoadedArtifact | undefined> {
    return (await this.fromStorage(site)) ?? (await this.fromDatabase(site));
  }

  /** @returns undefined when storage has no valid artifact, or is not available */
  async fromStorage(site: SiteState, timeoutMs?: number): Promise<LoadedArtifact | undefined> {
    const contentHash = contentHashOf(site.storagePath);
    if (contentHash === undefined) return undefined;
    try {
      const artifact = await this.read(site.storagePath, timeoutMs);
      return artifact && { contentHash, artifact };
    } catch (error) {
      if (!(error instanceof DamagedArtifact)) throw error;
      void this.removeIfItStaysDamaged(site);
      return undefined;
    }
  }

  /**
   * The reconcile job compares only names, so a damaged artifact must be removed to be written again. One that was read
   * during its write must stay, because nothing would notice its removal after the write.
   */
  private async removeIfItStaysDamaged({ id: siteId, storagePath }: SiteState): Promise<void> {
    if (this.suspect.has(storagePath)) return;
    this.suspect.add(storagePath);
    try {
      await delay(SECOND_READ_MS, undefined, { ref: false });
      await this.read(storagePath);
    } catch (damage) {
      if (!(damage instanceof DamagedArtifact)) return;
      this.logger.warn({ err: damage, siteId, storagePath }, 'an artifact is damaged, removing it');
      await this.storage.remove(storagePath).catch((error: unknown) => {
        this.logger.warn({ err: error, siteId, storagePath }, 'a damaged artifact could not be removed');
      });
    } finally {
      this.suspect.delete(storagePath);
    }
  }

  /** @throws DamagedArtifact also for the artifact of another content */
  private async read(storagePath: string, timeoutMs?: number): Promise<Artifact | undefined> {
    const artifact = await this.gate.read((signal) => this.storage.read(storagePath, signal), timeoutMs);
    if (artifact && hash('sha256', artifact.identity) !== contentHashOf(storagePath)) {
      throw new DamagedArtifact('it is another content');
    }
    if (artifact && !(await isOneContent(artifact))) throw new DamagedArtifact('its encodings differ');
    return artifact;
  }

  private async fromDatabase(site: SiteState): Promise<LoadedArtifact | undefined> {
    try {
      return await this.making.pass(() => this.make(site.id));
    } catch (error) {
      if (error instanceof QueueFullError)
        throw new DatabaseUnavailable('too many pages are being made', { cause: error });
      throw error;
    }
  }

  private async make(siteId: string): Promise<LoadedArtifact | undefined> {
    const page = await this.sites.readPage(siteId);
    if (!page) return undefined;
    const bytes = artifactBytesOf(page);
    return { contentHash: hash('sha256', bytes), artifact: await makeArtifact(bytes) };
  }
}
