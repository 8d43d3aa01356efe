import { deletedAccountsTable } from '@haru/database';
import { inboxTable, outboxTable } from '@haru/events';
import { MailRequest } from './mail-request.entity.js';
import { mailRequestsTable } from './mail-request.table.sql.js';
import { Report, ReportEntry } from './report.entity.js';
import { reportEntriesTable, reportsTable } from './report.table.sql.js';
import { IdempotentSubmission, LikeKey, LikeTotal } from './submission.entity.js';
import { idempotentSubmissionsTable, likeKeysTable, likeTotalTable } from './submission.table.sql.js';

export const entities = [Report, ReportEntry, MailRequest, IdempotentSubmission, LikeKey, LikeTotal];

/** These are all tables, in the order in which they are created. `schema.sql` shows the result. */
export const tables = [
  ...[outboxTable, inboxTable, deletedAccountsTable],
  ...[mailRequestsTable, reportsTable, reportEntriesTable],
  ...[likeKeysTable, likeTotalTable, idempotentSubmissionsTable],
];
