import { Global, Module, type Provider } from '@nestjs/common';
import { MANIFEST_CHANGES } from '../sites/site-cache-invalidator.js';
import { ArtifactSync } from './artifact-sync.js';
import { HtmlStorage, openHtmlStorage } from './html-storage/html-storage.js';
import { ManifestWriter } from './manifest-writer.js';
import { ManifestSigner } from './page-manifest.js';

const shared: Provider[] = [
  { provide: HtmlStorage, inject: ['htmlStorage'], useFactory: openHtmlStorage },
  ManifestSigner,
  ManifestWriter,
];

@Global()
@Module({
  providers: [...shared, { provide: MANIFEST_CHANGES, useExisting: ManifestWriter }],
  exports: [...shared, MANIFEST_CHANGES],
})
export class StorageModule {}

/** Workers write manifests because of events, so changes that they announce write none. */
@Global()
@Module({ providers: [...shared, ArtifactSync], exports: [HtmlStorage, ManifestWriter, ArtifactSync] })
export class StorageWorkerModule {}
