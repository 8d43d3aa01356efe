import { inboxMigrations, outboxMigrations } from '@haru/events';
import { AllowCaseMails1795200002030 } from './allow-case-mails.js';
import { CreateDeletedAccounts1795200002002 } from './create-deleted-accounts.js';
import { CreateReportsAndLikes1795200002001 } from './create-reports-and-likes.js';

/** Every migration of this service's database. TypeORM runs them in the order of the numbers in their names. */
export const migrations = [
  ...outboxMigrations,
  ...inboxMigrations,
  CreateReportsAndLikes1795200002001,
  CreateDeletedAccounts1795200002002,
  AllowCaseMails1795200002030,
];
