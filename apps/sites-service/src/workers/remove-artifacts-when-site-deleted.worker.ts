import { type PayloadOf, siteDeleted } from '@haru/contracts';
import { type HandlesEvent, WhenEvent } from '@haru/events';
import { HtmlStorage } from '../html-storage/html-storage.js';

/** Takes what viewers got of deleted sites out of storage. Done again it finds nothing. */
@WhenEvent(siteDeleted)
export class RemoveArtifactsWhenSiteDeleted implements HandlesEvent<typeof siteDeleted> {
  constructor(private readonly storage: HtmlStorage) {}

  async handle({ sites }: PayloadOf<typeof siteDeleted>): Promise<void> {
    for (const { id } of sites) await this.storage.removeAllOf(id);
  }
}
