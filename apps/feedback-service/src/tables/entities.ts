import { MailRequest } from './mail-request.entity.js';
import { Report, ReportEntry } from './report.entity.js';
import { IdempotentSubmission, LikeKey, LikeTotal } from './submission.entity.js';

export const entities = [Report, ReportEntry, MailRequest, IdempotentSubmission, LikeKey, LikeTotal];
