import { databaseTimeouts } from '@haru/database';
import { Outbox } from '@haru/events';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountSessions } from './sessions/account-sessions.js';
import { SessionsMessageController } from './sessions/sessions.message-controller.js';
import { AskForMail } from './sign-in/mailed-links/ask-for-mail.js';
import { ResendMail } from './sign-in/mailed-links/resend-mail.js';
import { AuthSettings } from './sign-in/auth-settings.js';
import { ChangeAddress } from './accounts/addresses/change-address.js';
import { ConfirmAddress } from './accounts/addresses/confirm-address.js';
import { DeleteAccount } from './accounts/delete-account.js';
import { Identities } from './accounts/identities.js';
import { NamedAddresses } from './accounts/addresses/named-addresses.js';
import { Passwords } from './passwords/passwords.js';
import { Reauthentication } from './accounts/reauthentication.js';
import { SignIn } from './sign-in/sign-in.js';
import { SignUp } from './sign-in/sign-up.js';
import { TemporaryAccountWriter } from './sign-in/temporary-account-writer.js';
import { TemporaryAccounts } from './sign-in/temporary-accounts.js';
import { UpdateUser } from './accounts/update-user.js';
import { AccountsMessageController } from './accounts/accounts.message-controller.js';
import { AdminAccounts } from './admin/admin-accounts.js';
import { AdminLinks } from './admin/admin-links.js';
import { ChangeAccount } from './admin/change-account.js';
import { AdminMessageController } from './admin/admin.message-controller.js';
import { StaffActs } from './admin/staff/staff-acts.js';
import { StaffMessageController } from './admin/staff/staff.message-controller.js';
import { SignInMessageController } from './sign-in/sign-in.message-controller.js';
import { AUTH_CONFIG, type AuthServiceConfig } from './config.js';
import { Counters } from './mail/requests/counters.js';
import { authDatabase } from './database.js';
import { EnrolFactor } from './factors/enrol-factor.js';
import { FactorsMessageController } from './factors/factors.message-controller.js';
import { RemoveFactor } from './factors/remove-factor.js';
import { SecretBox } from './factors/secret-box.js';
import { VerifyFactor } from './factors/verify-factor.js';
import { AccountMailSettings } from './expiry-mails/mail-settings.js';
import { MailSettingsMessageController } from './expiry-mails/mail-settings.message-controller.js';
import { ManagementLinks } from './management-link/management-links.js';
import { ManagementLinksMessageController } from './management-link/management-links.message-controller.js';
import { RecoveryCodes } from './recovery-codes/recovery-codes.js';
import { RecoveryCodesMessageController } from './recovery-codes/recovery-codes.message-controller.js';
import { MailInternalMessageController } from './mail/mail-internal.message-controller.js';
import { MailIntervals } from './mail/requests/mail-intervals.js';
import { MailLimits } from './mail/requests/mail-limits.js';
import { MailRequests } from './mail/requests/mail-requests.js';
import { OneTimeTokens } from './mail/tokens/one-time-tokens.js';
import { Redirects } from './mail/links/redirects.js';
import { UseToken } from './sign-in/mailed-links/use-token.js';
import { VerifyToken } from './sign-in/mailed-links/verify-token.js';
import { services } from './services.js';
import { EndedSessions } from './sessions/ended-sessions.js';
import { RefreshSession } from './sessions/refresh-session.js';
import { RefreshTokens } from './sessions/tokens/refresh-token.js';
import { SessionAnswers } from './sessions/session-answers.js';
import { Sessions } from './sessions/sessions.js';
import { SigningKeys } from './sessions/tokens/signing-keys.js';
import { LinkPerson } from './sign-in-with/link-person.js';
import { SignInWithIdToken } from './sign-in-with/sign-in-with-id-token.js';
import { SignInWithWeb3 } from './sign-in-with/sign-in-with-web3.js';
import { ThirdPartyMessageController } from './sign-in-with/third-party.message-controller.js';

const foundations = [Outbox, Counters, Passwords, Redirects, OneTimeTokens, MailIntervals, MailLimits, MailRequests];
const sessions = [EndedSessions, RefreshTokens, SessionAnswers, Sessions, RefreshSession];
const factors = [SecretBox, EnrolFactor, VerifyFactor, RemoveFactor];
const accounts = [
  AuthSettings,
  TemporaryAccountWriter,
  TemporaryAccounts,
  SignUp,
  SignIn,
  AskForMail,
  ResendMail,
  ConfirmAddress,
  ChangeAddress,
  NamedAddresses,
  UseToken,
  VerifyToken,
  Reauthentication,
  UpdateUser,
  Identities,
  DeleteAccount,
  ManagementLinks,
  AccountSessions,
  RecoveryCodes,
  AccountMailSettings,
];
const thirdParties = [LinkPerson, SignInWithIdToken, SignInWithWeb3];
const admin = [AdminAccounts, ChangeAccount, AdminLinks, StaffActs];

@Module({})
export class AppModule {
  static for(config: AuthServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [authDatabase.module('auth-service', config, databaseTimeouts.service)],
      controllers: [
        SignInMessageController,
        AccountsMessageController,
        FactorsMessageController,
        AdminMessageController,
        StaffMessageController,
        ThirdPartyMessageController,
        ManagementLinksMessageController,
        SessionsMessageController,
        RecoveryCodesMessageController,
        MailSettingsMessageController,
        MailInternalMessageController,
      ],
      providers: [
        { provide: AUTH_CONFIG, useValue: config },
        // Keys are imported asynchronously, which only a factory can wait for.
        { provide: SigningKeys, useFactory: () => SigningKeys.load(config.AUTH_SIGNING_KEYS) },
        services,
        ...foundations,
        ...sessions,
        ...factors,
        ...accounts,
        ...thirdParties,
        ...admin,
      ],
    };
  }
}
