import { artifactsDiscarded, type PayloadOf } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { removeUnshared } from '../html-storage/shared-artifacts.js';

/** Takes artifacts out of storage because their owner asked for it; what other sites show stays. */
@WhenEvent(artifactsDiscarded)
export class RemoveArtifactsWhenDiscarded implements HandlesEvent<typeof artifactsDiscarded> {
  constructor(private readonly storage: HtmlStorage) {}

  async handle({ storagePaths }: PayloadOf<typeof artifactsDiscarded>, { manager }: EventHandling): Promise<void> {
    await removeUnshared(manager, this.storage, storagePaths);
  }
}
