import { type PayloadOf, siteStateChanged } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { ManifestWriter } from '../stored-pages/manifest-writer.js';

@WhenEvent(siteStateChanged)
export class WriteManifestsWhenSiteStateChanged implements RunsEffects<typeof siteStateChanged> {
  constructor(private readonly manifests: ManifestWriter) {}

  async runEffects(payloads: readonly PayloadOf<typeof siteStateChanged>[]): Promise<void> {
    await this.manifests.write(payloads.flatMap(({ paths }) => paths));
  }
}
