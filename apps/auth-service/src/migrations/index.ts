import { inboxMigrations, outboxMigrations } from '@haru/events';
import { AccountsAndSessions1789000000000 } from './1789000000000-accounts-and-sessions.js';
import { MailTokensAndIdentities1789000001000 } from './1789000001000-mail-tokens-and-identities.js';
import { MailOutcomes1789000002000 } from './1789000002000-mail-outcomes.js';
import { Factors1789000003000 } from './1789000003000-factors.js';
import { UsedSignInMessages1789000004000 } from './1789000004000-used-sign-in-messages.js';
import { RolesAndAuditLog1789000005000 } from './1789000005000-roles-and-audit-log.js';
import { Claims1789000006000 } from './1789000006000-claims.js';
import { EndsOfBans1789000007000 } from './1789000007000-ends-of-bans.js';
import { ManagementLinks1789000008000 } from './1789000008000-management-links.js';
import { ExpiryNotices1789000009000 } from './1789000009000-expiry-notices.js';
import { SessionDevices1789000011000 } from './1789000011000-session-devices.js';
import { RecoveryCodes1789000012000 } from './1789000012000-recovery-codes.js';

/** Every migration of this service's database. TypeORM runs them in the order of the numbers in their names. */
export const migrations = [
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
];
