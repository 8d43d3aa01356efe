import { artifactsDiscarded, type PayloadOf } from '@haru/contracts';
import { type HandlesEvent, WhenEvent } from '@haru/events';
import { HtmlStorage } from '../html-storage/html-storage.js';

/** Takes artifacts out of storage because their owner asked for it. */
@WhenEvent(artifactsDiscarded)
export class RemoveArtifactsWhenDiscarded implements HandlesEvent<typeof artifactsDiscarded> {
  constructor(private readonly storage: HtmlStorage) {}

  async handle({ storagePaths }: PayloadOf<typeof artifactsDiscarded>): Promise<void> {
    for (const storagePath of storagePaths) await this.storage.remove(storagePath);
  }
}
