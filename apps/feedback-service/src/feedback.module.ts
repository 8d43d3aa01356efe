import { databaseTimeouts } from '@haru/database';
import { Outbox } from '@haru/events';
import { type DynamicModule, Module } from '@nestjs/common';
import { ChangeReport } from './admin/change-report.js';
import { CountFeedback } from './admin/count-feedback.js';
import { ReadReports } from './admin/read-reports.js';
import { ReportAdminMessageController } from './admin/report-admin.message-controller.js';
import type { ServiceEnv } from './config.js';
import { feedbackDatabase } from './database.js';
import { FeedbackMessageController } from './reports/feedback.message-controller.js';
import { SubmitReport } from './reports/submit-report.js';

@Module({})
export class FeedbackModule {
  static for(env: ServiceEnv): DynamicModule {
    return {
      module: FeedbackModule,
      imports: [feedbackDatabase.module('feedback-service', env, databaseTimeouts.service)],
      controllers: [FeedbackMessageController, ReportAdminMessageController],
      providers: [Outbox, SubmitReport, ReadReports, ChangeReport, CountFeedback],
    };
  }
}
