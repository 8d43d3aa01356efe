import { pageAddressesOf } from '@haru/contracts';
import { databaseTimeouts } from '@haru/database';
import type { Logger } from '@haru/service-runtime';
import { Module, type DynamicModule } from '@nestjs/common';
import type { ViewerEnv } from '../config.js';
import { sitesDatabase } from '../database.js';
import { HtmlStorage } from '../storage/html-storage/html-storage.js';
import { openHtmlStorage } from '../storage/html-storage/open-html-storage.js';
import { ArtifactLoader } from './cache/artifact-loader.js';
import { DatabaseBreaker } from './cache/database-breaker.js';
import { ManifestReader } from './cache/manifest-reader.js';
import { screensOf } from './screens/error-screen.js';
import { PageCache } from './cache/page-cache.js';
import { ShareLinks } from './http/share-links.viewer.js';
import { SiteChangesMessageController } from './site-changes.message-controller.js';
import { SiteStates } from './cache/site-state.js';
import { StorageGate } from './cache/storage-gate.js';
import { ManifestSigner } from '../storage/page-manifest.js';
import { PreviewSigner } from '../publishing/versions/preview-signer.js';
import { ReviewNotice } from './http/review-notice.js';
import { UnsentAnswers } from './http/unsent-answers.js';
import { VersionPreviews } from './http/version-previews.viewer.js';
import { ViewerServer } from './http/viewer-server.js';

@Module({})
export class ViewerModule {
  static for(env: ViewerEnv, logger: Logger): DynamicModule {
    const addresses = pageAddressesOf(env);
    const notice = new ReviewNotice(env.PAGE_MANIFEST_KEY, addresses);
    return {
      module: ViewerModule,
      imports: [sitesDatabase.module('sites-viewer', env, databaseTimeouts.viewer)],
      controllers: [SiteChangesMessageController],
      providers: [
        SiteStates,
        { provide: HtmlStorage, useFactory: () => openHtmlStorage(env.htmlStorage) },
        { provide: StorageGate, useFactory: () => new StorageGate(logger) },
        {
          provide: ArtifactLoader,
          inject: [HtmlStorage, SiteStates, StorageGate],
          useFactory: (storage: HtmlStorage, sites: SiteStates, gate: StorageGate) =>
            new ArtifactLoader(storage, sites, gate, logger),
        },
        {
          provide: ManifestReader,
          inject: [HtmlStorage, StorageGate],
          useFactory: (storage: HtmlStorage, gate: StorageGate) =>
            new ManifestReader(storage, gate, new ManifestSigner(env.PAGE_MANIFEST_KEY), logger),
        },
        {
          provide: DatabaseBreaker,
          inject: [SiteStates],
          useFactory: (sites: SiteStates) => new DatabaseBreaker(() => sites.ping(), logger),
        },
        {
          provide: PageCache,
          inject: [SiteStates, ArtifactLoader, ManifestReader, DatabaseBreaker],
          useFactory: (...parts: [SiteStates, ArtifactLoader, ManifestReader, DatabaseBreaker]) =>
            new PageCache(
              {
                maxBytes: env.VIEWER_CACHE_BYTES,
                maxStaleMs: env.VIEWER_MAX_STALE_SECONDS * 1_000,
                origins: addresses.ownOrigins,
              },
              ...parts,
              logger,
            ),
        },
        { provide: UnsentAnswers, useFactory: () => new UnsentAnswers(env.VIEWER_MAX_UNSENT_BYTES, env.TRUST_PROXY) },
        {
          provide: VersionPreviews,
          inject: [SiteStates, UnsentAnswers],
          useFactory: (sites: SiteStates, unsent: UnsentAnswers) =>
            new VersionPreviews(
              new PreviewSigner(env.PAGE_MANIFEST_KEY),
              sites,
              unsent,
              logger,
              notice,
              addresses.appOrigin,
            ),
        },
        {
          provide: ShareLinks,
          inject: [PageCache, UnsentAnswers, VersionPreviews],
          useFactory: (pages: PageCache, unsent: UnsentAnswers, previews: VersionPreviews) =>
            new ShareLinks(
              pages,
              screensOf(addresses.appOrigin, addresses.ownOrigins),
              logger,
              addresses,
              unsent,
              previews,
              notice,
            ),
        },
        {
          provide: ViewerServer,
          inject: [ShareLinks, SiteStates],
          useFactory: (links: ShareLinks, sites: SiteStates) =>
            new ViewerServer(links, sites, logger, {
              maxConnectionsPerClient: env.TRUST_PROXY > 0 ? undefined : env.VIEWER_MAX_CONNECTIONS_PER_CLIENT,
            }),
        },
      ],
    };
  }
}
