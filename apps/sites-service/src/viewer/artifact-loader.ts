import type { Logger } from '@haru/service-runtime';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { contentHashOf, makeArtifact } from '../html-storage/artifact.js';
import type { Artifact, HtmlStorage } from '../html-storage/html-storage.js';
import { withTitle } from '../sites/site-title.js';
import type { SiteState, SiteStates } from './site-state.js';

export interface LoadedArtifact {
  contentHash: string;
  artifact: Artifact;
}

/** A storage slower than this is treated as away. */
const STORAGE_PATIENCE_MS = 1_000;

/** Gets what is sent for a site: from storage, or made from the database when storage does not have it in time. */
export class ArtifactLoader {
  constructor(
    private readonly storage: HtmlStorage,
    private readonly sites: SiteStates,
    private readonly logger: Logger,
  ) {}

  /** @returns undefined when the site is gone. @throws when the database cannot be asked either. */
  async load(site: SiteState): Promise<LoadedArtifact | undefined> {
    return (await this.fromStorage(site)) ?? (await this.fromDatabase(site));
  }

  private async fromStorage(site: SiteState): Promise<LoadedArtifact | undefined> {
    const contentHash = contentHashOf(site.storagePath);
    if (contentHash === undefined) return undefined;
    const impatience = new AbortController();
    try {
      const artifact = await Promise.race([
        this.storage.read(site.storagePath),
        delay(STORAGE_PATIENCE_MS, undefined, { signal: impatience.signal, ref: false }),
      ]);
      return artifact && { contentHash, artifact };
    } catch (error) {
      // The page is not lost: the database has it.
      this.logger.warn({ err: error, siteId: site.id }, 'storage failed, reading the page from the database');
      return undefined;
    } finally {
      impatience.abort();
    }
  }

  private async fromDatabase(site: SiteState): Promise<LoadedArtifact | undefined> {
    const page = await this.sites.readPage(site.id);
    if (!page) return undefined;
    const bytes = Buffer.from(withTitle(page.htmlContent, page.title));
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    return { contentHash, artifact: await makeArtifact(bytes) };
  }
}
