import { type PayloadOf, siteDeleted } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, type RunsEffects, WhenEvent } from '@haru/events';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { removeUnshared } from '../html-storage/shared-artifacts.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';

/** Has viewers let go of deleted sites and takes what they got out of storage. Done again it finds nothing. */
@WhenEvent(siteDeleted)
export class RemoveArtifactsWhenSiteDeleted
  implements RunsEffects<typeof siteDeleted>, HandlesEvent<typeof siteDeleted>
{
  constructor(
    private readonly storage: HtmlStorage,
    private readonly changes: SiteCacheInvalidator,
  ) {}

  async runEffects(deleted: readonly PayloadOf<typeof siteDeleted>[]): Promise<void> {
    await this.changes.announce(deleted.flatMap(({ sites }) => sites.map(({ path }) => path)));
  }

  async handle({ sites }: PayloadOf<typeof siteDeleted>, { manager }: EventHandling): Promise<void> {
    const storagePaths = sites.flatMap(({ storagePath }) => storagePath ?? []);
    await removeUnshared(manager, this.storage, storagePaths);
  }
}
