import { Module } from '@nestjs/common';
import { PageAnswers } from '../admission/page-answers.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ProofsModule } from '../proofs/proofs.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { DataApiHttpController } from './data-api/data-api.http-controller.js';
import { FunctionsHttpController } from './functions.http-controller.js';
import { LargePages } from './large-pages.js';
import { OpenSiteHttpController } from './open-site.http-controller.js';
import { AgentHttpController } from './programs/agent.http-controller.js';
import { EditKeysHttpController } from './programs/edit-keys.http-controller.js';
import { OwnPages } from './programs/own-pages.js';
import { PageSourceHttpController } from './programs/page-source.http-controller.js';
import { PublishFileHttpController } from './programs/publish-file.http-controller.js';
import { SentArchives } from './programs/sent-archives.js';
import { PublishCharges } from './publish-charges.js';
import { PublishPage } from './publish-page.js';
import { RecoveryHttpController } from './recovery.http-controller.js';
import { StorageHttpController } from './storage.http-controller.js';
import { UploadFiles } from './upload-files.js';
import { VersionsHttpController } from './versions.http-controller.js';

@Module({
  imports: [CredentialsModule, ProofsModule, RateLimitsModule],
  controllers: [
    AgentHttpController,
    DataApiHttpController,
    EditKeysHttpController,
    FunctionsHttpController,
    OpenSiteHttpController,
    PageSourceHttpController,
    PublishFileHttpController,
    RecoveryHttpController,
    StorageHttpController,
    VersionsHttpController,
  ],
  providers: [LargePages, OwnPages, PageAnswers, PublishCharges, PublishPage, SentArchives, UploadFiles],
})
export class SitesModule {}
