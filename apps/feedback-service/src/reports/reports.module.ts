import { Module } from '@nestjs/common';
import { FeedbackMessageController } from './feedback.message-controller.js';
import { SubmitReport } from './submit-report.js';

@Module({ controllers: [FeedbackMessageController], providers: [SubmitReport] })
export class ReportsModule {}
