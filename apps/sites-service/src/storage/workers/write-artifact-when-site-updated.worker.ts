import { type PayloadOf, siteUpdated } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { SiteCacheInvalidator } from '../../sites/site-cache-invalidator.js';
import { ArtifactSync, contentsOf } from '../artifact-sync.js';
import { ManifestWriter } from '../manifest-writer.js';

/** Writes the artifact and the manifest of a page's new content, and removes the artifact of its former one. */
@WhenEvent(siteUpdated)
export class WriteArtifactWhenSiteUpdated implements RunsEffects<typeof siteUpdated> {
  constructor(
    private readonly changes: SiteCacheInvalidator,
    private readonly artifacts: ArtifactSync,
    private readonly manifests: ManifestWriter,
  ) {}

  async runEffects(payloads: readonly PayloadOf<typeof siteUpdated>[]): Promise<void> {
    const paths = [...new Set(payloads.map(({ path }) => path))];
    const contents = new Set(contentsOf(payloads.map(({ storagePath }) => storagePath)));
    const former = contentsOf(payloads.map(({ formerStoragePath }) => formerStoragePath));
    // This comes first, because a manifest counts only if it is later than the announcement.
    await this.changes.announce(paths);
    // The service's manifest already names the artifact, so the artifact comes before the manifest.
    await this.artifacts.sync([...contents]);
    await this.manifests.write(paths);
    await this.artifacts.sync(former.filter((hash) => !contents.has(hash)));
  }
}
