import type { PageAddresses } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';
import type { SiteState } from '../../sites/site-visibility.js';
import { contentKindOf, type LoadedArtifact } from '../../storage/html-storage/artifact.js';
import { readTree } from '../../storage/html-storage/tree.js';
import { StorageShims } from '../shim/storage-shim.js';
import { readyPage, type ReadyPage } from './ready-page.js';

@Injectable()
export class PageMaker {
  private readonly shims = new StorageShims();

  constructor(@Setting('addresses') private readonly addresses: Pick<PageAddresses, 'hostsOf'>) {}

  async make(state: SiteState, loaded: LoadedArtifact): Promise<ReadyPage> {
    const hosts = this.addresses.hostsOf(state.path, state.hadOwnOrigin, state.visibility === 'public');
    if (contentKindOf(state.storagePath) === 'tree') {
      const files = new Map(readTree(loaded.artifact.identity).map((file) => [file.path, file]));
      return readyPage({ state, hosts, loaded: {}, tree: { files, headers: new Map() } });
    }
    return readyPage({
      ...{ state, hosts },
      loaded: {
        ...(hosts.own ? { own: loaded } : {}),
        ...(hosts.shared ? { shared: await this.shims.into(loaded) } : {}),
      },
    });
  }
}
