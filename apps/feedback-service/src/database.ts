import { ServiceDatabase } from '@haru/service-kit';
import { MailRequest } from './tables/mail-request.entity.js';
import { Report, ReportEntry } from './tables/report.entity.js';
import { IdempotentSubmission, LikeKey, LikeTotal } from './tables/submission.entity.js';

export const feedbackDatabase = new ServiceDatabase({
  entities: [Report, ReportEntry, MailRequest, IdempotentSubmission, LikeKey, LikeTotal],
});
