import { inboxMigrations, outboxMigrations } from '@haru/events';
import { ServiceDatabase } from '@haru/service-kit';
import { AccountRequest } from './entities/account/account-request.entity.js';
import { User } from './entities/account/user.entity.js';
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
import { FlowState } from './entities/mail/flow-state.entity.js';
import { MailInterval } from './entities/mail/mail-interval.entity.js';
import { MailRequest } from './entities/mail/mail-request.entity.js';
import { OneTimeToken } from './entities/mail/one-time-token.entity.js';
import { Session } from './entities/sign-in/session.entity.js';

export const authDatabase = new ServiceDatabase({
  entities: [
    ...[User, Identity, Session, AccountRequest, Factor, FactorChallenge],
    ...[OneTimeToken, FlowState, UsedSignInMessage, MailInterval, MailRequest, AuditEntry],
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
  ],
  appendOnlyTables: ['audit_log'],
});
