import { ServiceDatabase } from '@haru/service-kit';
import { AccountRequest } from './entities/account/account-request.entity.js';
import { User } from './entities/account/user.entity.js';
import { ManagementLink } from './entities/account/management-link.entity.js';
import { Identity } from './entities/account/identity.entity.js';
import { AuditEntry } from './entities/audit-entry.entity.js';
import { UsedSignInMessage } from './entities/sign-in/used-sign-in-message.entity.js';
import { Factor, FactorChallenge } from './entities/sign-in/factor.entity.js';
import { ExpiryNotice, ExpiryNoticeDay } from './entities/mail/expiry-notice.entity.js';
import { FlowState } from './entities/mail/flow-state.entity.js';
import { MailInterval } from './entities/mail/mail-interval.entity.js';
import { MailRequest } from './entities/mail/mail-request.entity.js';
import { OneTimeToken } from './entities/mail/one-time-token.entity.js';
import { RecoveryCodeSet } from './entities/sign-in/recovery-codes.entity.js';
import { Session } from './entities/sign-in/session.entity.js';

export const authDatabase = new ServiceDatabase({
  entities: [
    ...[User, Identity, ManagementLink, Session, AccountRequest, Factor, FactorChallenge, RecoveryCodeSet],
    ...[OneTimeToken, FlowState, UsedSignInMessage, MailInterval, MailRequest, AuditEntry],
    ...[ExpiryNotice, ExpiryNoticeDay],
  ],
  appendOnlyTables: ['audit_log'],
});
