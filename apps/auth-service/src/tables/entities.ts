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
