import { inboxTable, outboxTable } from '@haru/events';
import { accountRequestsTable } from './account/account-request.table.sql.js';
import { identitiesTable } from './account/identity.table.sql.js';
import { apiKeysTable } from './account/key.table.sql.js';
import { managementLinksTable } from './account/management-link.table.sql.js';
import { usersTable } from './account/user.table.sql.js';
import { auditLogTable } from './audit-entry.table.sql.js';
import { expiryNoticeDaysTable, expiryNoticesTable } from './mail/expiry-notice.table.sql.js';
import { flowStatesTable } from './mail/flow-state.table.sql.js';
import { mailIntervalsTable } from './mail/mail-interval.table.sql.js';
import { mailRequestsTable } from './mail/mail-request.table.sql.js';
import { oneTimeTokensTable } from './mail/one-time-token.table.sql.js';
import { factorChallengesTable, factorsTable } from './sign-in/factor.table.sql.js';
import { recoveryCodesTable } from './sign-in/recovery-codes.table.sql.js';
import { sessionsTable } from './sign-in/session.table.sql.js';
import { usedSignInMessagesTable } from './sign-in/used-sign-in-message.table.sql.js';
import { AccountRequest } from './account/account-request.entity.js';
import { User } from './account/user.entity.js';
import { Key } from './account/key.entity.js';
import { ManagementLink } from './account/management-link.entity.js';
import { Identity } from './account/identity.entity.js';
import { AuditEntry } from './audit-entry.entity.js';
import { UsedSignInMessage } from './sign-in/used-sign-in-message.entity.js';
import { Factor, FactorChallenge } from './sign-in/factor.entity.js';
import { ExpiryNotice, ExpiryNoticeDay } from './mail/expiry-notice.entity.js';
import { FlowState } from './mail/flow-state.entity.js';
import { MailInterval } from './mail/mail-interval.entity.js';
import { MailRequest } from './mail/mail-request.entity.js';
import { OneTimeToken } from './mail/one-time-token.entity.js';
import { RecoveryCodeSet } from './sign-in/recovery-codes.entity.js';
import { Session } from './sign-in/session.entity.js';

export const entities = [
  ...[User, Identity, ManagementLink, Key, Session, AccountRequest, Factor, FactorChallenge, RecoveryCodeSet],
  ...[OneTimeToken, FlowState, UsedSignInMessage, MailInterval, MailRequest, AuditEntry],
  ...[ExpiryNotice, ExpiryNoticeDay],
];

/** These are all tables, in the order in which they are created. `schema.sql` shows the result. */
export const tables = [
  ...[outboxTable, inboxTable, auditLogTable],
  ...[usersTable, identitiesTable, accountRequestsTable, managementLinksTable, apiKeysTable],
  ...[factorsTable, factorChallengesTable, recoveryCodesTable, sessionsTable, usedSignInMessagesTable],
  ...[flowStatesTable, oneTimeTokensTable, mailRequestsTable, mailIntervalsTable],
  ...[expiryNoticesTable, expiryNoticeDaysTable],
];
