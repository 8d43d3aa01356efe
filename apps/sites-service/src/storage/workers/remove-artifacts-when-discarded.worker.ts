import { artifactsDiscarded, type PayloadOf } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { ArtifactSync, contentsOf } from '../artifact-sync.js';

/** Removes artifacts from storage at their owner's request; those of contents that other sites show stay. */
@WhenEvent(artifactsDiscarded)
export class RemoveArtifactsWhenDiscarded implements RunsEffects<typeof artifactsDiscarded> {
  constructor(private readonly artifacts: ArtifactSync) {}

  async runEffects(payloads: readonly PayloadOf<typeof artifactsDiscarded>[]): Promise<void> {
    await this.artifacts.sync(contentsOf(payloads.flatMap(({ storagePaths }) => storagePaths)));
  }
}
