import { Global, Module, type Provider } from '@nestjs/common';
import { CreateUpload } from './create-upload.js';
import { FileChecks } from './file-checks.js';
import { FileStore } from './file-store.js';
import { MarkdownFiles } from './markdown-files.js';
import { DownloadTickets, UploadTickets } from './tickets.js';
import { TreeContents } from './tree-contents.js';
import { TreesMessageController } from './trees.message-controller.js';
import { Uploads } from './uploads.js';

/** The process that receives files has these, too. */
export const fileProviders: Provider[] = [
  DownloadTickets,
  FileChecks,
  FileStore,
  MarkdownFiles,
  Uploads,
  UploadTickets,
];

@Global()
@Module({
  controllers: [TreesMessageController],
  providers: [...fileProviders, CreateUpload, TreeContents],
  exports: [DownloadTickets, TreeContents],
})
export class TreesModule {}
