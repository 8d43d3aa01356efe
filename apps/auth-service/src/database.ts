import { inboxMigrations, outboxMigrations } from '@haru/events';
import { ServiceDatabase } from '@haru/service-kit';
import { AccountRequest } from './entities/account/account-request.entity.js';
import { User } from './entities/account/user.entity.js';
import { ManagementLink } from './entities/account/management-link.entity.js';
import { Identity } from './entities/account/identity.entity.js';
import { AccountsAndSessions1789000000000 } from './migrations/1789000000000-accounts-and-sessions.js';
import { MailTokensAndIdentities1789000001000 } from './migrations/1789000001000-mail-tokens-and-identities.js';
import { MailOutcomes1789000002000 } from './migrations/1789000002000-mail-outcomes.js';
import { AuditEntry } from './entities/audit-entry.entity.js';
import { UsedSignInMessage } from './entities/sign-in/used-sign-in-message.entity.js';
import { Factor, FactorChallenge } from './entities/sign-in/factor.entity.js';
import { Factors1789000003000 } from './migrations/1789000003000-factors.js';
import { UsedSignInMessages1789000004000 } from './migrations/1789000004000-used-sign-in-messages.js';
import { RolesAndAuditLog1789000005000 } from './migrations/1789000005000-roles-and-audit-log.js';
import { Claims1789000006000 } from './migrations/1789000006000-claims.js';
import { EndsOfBans1789000007000 } from './migrations/1789000007000-ends-of-bans.js';
import { ManagementLinks1789000008000 } from './migrations/1789000008000-management-links.js';
import { ExpiryNotices1789000009000 } from './migrations/1789000009000-expiry-notices.js';
import { SessionDevices1789000011000 } from './migrations/1789000011000-session-devices.js';
import { RecoveryCodes1789000012000 } from './migrations/1789000012000-recovery-codes.js';
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
  migrations: [
    ...outboxMigrations,
    ...inboxMigrations,
    AccountsAndSessions1789000000000,
    MailTokensAndIdentities1789000001000,
    MailOutcomes1789000002000,
    Factors1789000003000,
    UsedSignInMessages1789000004000,
    RolesAndAuditLog1789000005000,
    Claims1789000006000,
    EndsOfBans1789000007000,
    ManagementLinks1789000008000,
    ExpiryNotices1789000009000,
    SessionDevices1789000011000,
    RecoveryCodes1789000012000,
  ],
  appendOnlyTables: ['audit_log'],
});
