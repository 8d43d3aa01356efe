import { workersAndJobsIn } from '@haru/events';
import { mailProviders } from '@haru/mail';
import { Module } from '@nestjs/common';
import { FeedbackMailComposer } from './mail/compose-mail.js';

@Module({ providers: [...mailProviders(FeedbackMailComposer), ...(await workersAndJobsIn(import.meta.dirname))] })
export class WorkerModule {}
