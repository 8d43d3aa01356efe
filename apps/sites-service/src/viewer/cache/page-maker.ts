import type { PageAddresses } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';
import type { SiteState } from '../../sites/site-visibility.js';
import type { LoadedArtifact } from '../../storage/html-storage/html-storage.js';
import { StorageShims } from '../shim/storage-shim.js';
import { readyPage, type ReadyPage } from './ready-page.js';

@Injectable()
export class PageMaker {
  private readonly shims = new StorageShims();

  constructor(@Setting('addresses') private readonly addresses: Pick<PageAddresses, 'ownOrigins'>) {}

  async make(state: SiteState, loaded: LoadedArtifact): Promise<ReadyPage> {
    const hasOwnOrigin = this.addresses.ownOrigins?.originOf(state.path) !== undefined;
    return readyPage({ state, hasOwnOrigin, ...(hasOwnOrigin ? loaded : await this.shims.into(loaded)) });
  }
}
