import { type PayloadOf, siteDeleted } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { SiteCacheInvalidator } from '../../sites/site-cache-invalidator.js';
import { ArtifactSync, contentsOf } from '../artifact-sync.js';
import { ManifestWriter } from '../manifest-writer.js';

/** Makes viewers drop deleted sites from their caches, writes their manifests, and removes their artifacts. */
@WhenEvent(siteDeleted)
export class RemoveArtifactsWhenSiteDeleted implements RunsEffects<typeof siteDeleted> {
  constructor(
    private readonly changes: SiteCacheInvalidator,
    private readonly manifests: ManifestWriter,
    private readonly artifacts: ArtifactSync,
  ) {}

  async runEffects(payloads: readonly PayloadOf<typeof siteDeleted>[]): Promise<void> {
    const sites = payloads.flatMap((payload) => payload.sites);
    const paths = sites.map(({ path }) => path);
    await this.changes.announce(paths);
    await this.manifests.write(paths);
    await this.artifacts.sync(contentsOf(sites.map(({ storagePath }) => storagePath)));
  }
}
