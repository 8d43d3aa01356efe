import { backupMessages } from './admin/backups.js';
import { staffInternalMessages, staffMessages } from './admin/staff-messages.js';
import { accountMessages } from './auth/account-messages.js';
import { adminMessages } from './auth/admin-messages.js';
import { factorMessages } from './auth/factor-messages.js';
import { keyMessages } from './auth/keys/key-messages.js';
import { mailInternalMessages } from './auth/mail-internal-messages.js';
import { mailSettingsMessages } from './auth/own-account/mail-settings-messages.js';
import { managementLinkMessages } from './auth/own-account/management-link-messages.js';
import { recoveryCodeMessages } from './auth/own-account/recovery-code-messages.js';
import { sessionMessages } from './auth/session-messages.js';
import { signInMessages } from './auth/sign-in-messages.js';
import { thirdPartyMessages } from './auth/third-party-messages.js';
import { caseAdminMessages, caseInternalMessages, caseMessages } from './cases/case-messages.js';
import { feedbackMessages } from './feedback/feedback-messages.js';
import { reportAdminMessages } from './feedback/report-admin-messages.js';
import { adoptionMessages } from './sites/adopt-sites.js';
import { contentBanMessages } from './sites/moderation/content-bans.js';
import { moderationMessages, siteNumberMessages } from './sites/moderation/moderation-messages.js';
import { safetyMessages } from './sites/moderation/safety.js';
import { siteInternalMessages } from './sites/site-internal-messages.js';
import { siteMessages } from './sites/site-messages.js';
import { uploadMessages } from './sites/uploads/upload-messages.js';
import { recoveryMessages } from './sites/versions/site-recovery.js';
import { versionMessages } from './sites/versions/version-messages.js';
import { type MessageContract, serviceOf, type ServiceName } from './wire/define-message.js';

const groups: readonly Record<string, MessageContract>[] = [
  ...[signInMessages, accountMessages, factorMessages, managementLinkMessages, mailSettingsMessages],
  ...[sessionMessages, keyMessages, recoveryCodeMessages, mailInternalMessages],
  ...[adminMessages, thirdPartyMessages, staffMessages, staffInternalMessages],
  ...[
    siteMessages,
    versionMessages,
    recoveryMessages,
    adoptionMessages,
    siteInternalMessages,
    moderationMessages,
    contentBanMessages,
    safetyMessages,
    siteNumberMessages,
    uploadMessages,
    backupMessages,
  ],
  ...[caseMessages, caseAdminMessages, caseInternalMessages],
  ...[feedbackMessages, reportAdminMessages],
];

/** Lists every message that a service answers, by its pattern. */
export function messagesOf(service: ServiceName): Record<string, MessageContract> {
  const own = groups.flatMap((group) => Object.values(group)).filter((message) => serviceOf(message) === service);
  return Object.fromEntries(own.map((message) => [message.pattern, message]));
}
