import { Module } from '@nestjs/common';
import { PreviewSigner } from '../trees/tickets.js';
import { AccessKeys } from '../sites/access-keys.js';
import { PageRenderer } from '../sites/page-renderer.js';
import { HtmlStorage, openHtmlStorage } from '../storage/html-storage/html-storage.js';
import { ManifestSigner } from '../storage/page-manifest.js';
import { ArtifactLoader } from './cache/artifact-loader.js';
import { DatabaseBreaker } from './cache/database-breaker.js';
import { PageCache } from './sources/page-cache.js';
import { PageMaker } from './cache/ready-page.js';
import { SiteStates } from './cache/site-state.js';
import { StorageGate } from './cache/storage-gate.js';
import { Admissions, UsedCodes } from './http/admissions.js';
import { FileStreams } from './http/file-streams.js';
import { PageFiles } from './http/page-files.viewer.js';
import { Previews } from './http/previews.viewer.js';
import { ReviewNotice } from './http/review-notice.js';
import { ShareLinks } from './http/share-links.viewer.js';
import { UnsentAnswers } from './http/unsent-answers.js';
import { ViewerServer } from './http/viewer-server.js';
import { SiteChangesMessageController } from './site-changes.message-controller.js';
import { ManifestSource } from './sources/manifest-source.js';
import { DatabaseSource } from './sources/database-source.js';
import { MemorySource } from './sources/memory-source.js';
import { FileBodies } from './trees/file-bodies.js';

@Module({
  controllers: [SiteChangesMessageController],
  providers: [
    { provide: HtmlStorage, inject: ['htmlStorage'], useFactory: openHtmlStorage },
    ...[ManifestSigner, PreviewSigner, SiteStates, DatabaseBreaker, StorageGate, ArtifactLoader, PageMaker],
    ...[PageCache, MemorySource, DatabaseSource, ManifestSource],
    ...[ViewerServer, ShareLinks, Previews, PageFiles, FileBodies, ReviewNotice, Admissions],
    ...[AccessKeys, UsedCodes, PageRenderer, UnsentAnswers, FileStreams],
  ],
})
export class ViewerModule {}
