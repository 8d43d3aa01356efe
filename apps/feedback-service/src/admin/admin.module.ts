import { Module } from '@nestjs/common';
import { ChangeReport } from './change-report.js';
import { CountFeedback } from './count-feedback.js';
import { ReadReports } from './read-reports.js';
import { ReportAdminMessageController } from './report-admin.message-controller.js';

@Module({ controllers: [ReportAdminMessageController], providers: [ChangeReport, CountFeedback, ReadReports] })
export class AdminModule {}
