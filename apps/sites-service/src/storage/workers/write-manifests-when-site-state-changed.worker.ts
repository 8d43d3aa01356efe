import { type PayloadOf, siteStateChanged } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { SiteCacheInvalidator } from '../../sites/site-cache-invalidator.js';
import { ManifestWriter } from '../manifest-writer.js';

/** Informs viewers of changes that no service announces, such as a ban, also while they have no database. */
@WhenEvent(siteStateChanged)
export class WriteManifestsWhenSiteStateChanged implements RunsEffects<typeof siteStateChanged> {
  constructor(
    private readonly changes: SiteCacheInvalidator,
    private readonly manifests: ManifestWriter,
  ) {}

  async runEffects(payloads: readonly PayloadOf<typeof siteStateChanged>[]): Promise<void> {
    const paths = payloads.flatMap((payload) => payload.paths);
    // This comes first, because a manifest counts only if it is later than the announcement.
    await this.changes.announce(paths);
    await this.manifests.write(paths);
  }
}
