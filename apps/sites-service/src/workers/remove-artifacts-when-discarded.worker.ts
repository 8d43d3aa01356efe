import { artifactsDiscarded, type PayloadOf } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { ArtifactSync, contentsOf } from '../stored-pages/artifact-sync.js';

/** Takes artifacts out of storage because their owner asked for it; what other sites show stays. */
@WhenEvent(artifactsDiscarded)
export class RemoveArtifactsWhenDiscarded implements RunsEffects<typeof artifactsDiscarded> {
  constructor(private readonly artifacts: ArtifactSync) {}

  async runEffects(payloads: readonly PayloadOf<typeof artifactsDiscarded>[]): Promise<void> {
    await this.artifacts.sync(contentsOf(payloads.flatMap(({ storagePaths }) => storagePaths)));
  }
}
