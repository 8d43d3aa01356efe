import { Module } from '@nestjs/common';
import { BannedContentIndex } from '../sites/checks/banned-content-index.js';
import { PageRenderer } from '../sites/page-renderer.js';
import { pageCheckProviders } from '../sites/sites.module.js';
import { HtmlStorage, openHtmlStorage } from '../storage/html-storage/html-storage.js';
import { fileProviders } from '../trees/trees.module.js';
import { ArchiveUploads } from './archive-uploads.js';
import { FileDownloads } from './file-downloads.js';
import { FileUploads } from './file-uploads.js';
import { BodyReceiver } from './received-bytes.js';
import { UploadsServer } from './uploads-server.js';
import { ZipDownloads } from './zip-downloads.js';

@Module({
  providers: [
    { provide: HtmlStorage, inject: ['htmlStorage'], useFactory: openHtmlStorage },
    BannedContentIndex,
    ...pageCheckProviders,
    ...fileProviders,
    ArchiveUploads,
    BodyReceiver,
    FileDownloads,
    FileUploads,
    PageRenderer,
    UploadsServer,
    ZipDownloads,
  ],
})
export class UploadsModule {}
