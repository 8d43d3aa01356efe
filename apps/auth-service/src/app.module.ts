import { databaseTimeouts } from '@haru/database';
import { Outbox } from '@haru/events';
import { type DynamicModule, Module } from '@nestjs/common';
import { AskForMail } from './accounts/ask-for-mail.js';
import { AuthSettings } from './accounts/auth-settings.js';
import { ChangeAddress } from './accounts/change-address.js';
import { ConfirmAddress } from './accounts/confirm-address.js';
import { DeleteAccount } from './accounts/delete-account.js';
import { Identities } from './accounts/identities.js';
import { NamedAddresses } from './accounts/named-addresses.js';
import { Passwords } from './accounts/passwords.js';
import { Reauthentication } from './accounts/reauthentication.js';
import { SignIn } from './accounts/sign-in.js';
import { SignUp } from './accounts/sign-up.js';
import { TemporaryAccounts } from './accounts/temporary-accounts.js';
import { UpdateUser } from './accounts/update-user.js';
import { AccountsMessageController } from './accounts.message-controller.js';
import { AdminAccounts } from './admin/admin-accounts.js';
import { AdminLinks } from './admin/admin-links.js';
import { AdminMessageController } from './admin/admin.message-controller.js';
import { StaffActs } from './admin/staff-acts.js';
import { StaffMessageController } from './admin/staff.message-controller.js';
import { AuthMessageController } from './auth.message-controller.js';
import { AUTH_CONFIG, type AuthServiceConfig } from './config.js';
import { Counters } from './counters.js';
import { authDatabase } from './database.js';
import { EnrolFactor } from './factors/enrol-factor.js';
import { FactorsMessageController } from './factors/factors.message-controller.js';
import { RemoveFactor } from './factors/remove-factor.js';
import { SecretBox } from './factors/secret-box.js';
import { VerifyFactor } from './factors/verify-factor.js';
import { MailLimits } from './one-time-tokens/mail-limits.js';
import { MailRequests } from './one-time-tokens/mail-requests.js';
import { OneTimeTokens } from './one-time-tokens/one-time-tokens.js';
import { Redirects } from './one-time-tokens/redirects.js';
import { UseToken } from './one-time-tokens/use-token.js';
import { VerifyToken } from './one-time-tokens/verify-token.js';
import { services } from './services.js';
import { EndedSessions } from './sessions/ended-sessions.js';
import { RefreshSession } from './sessions/refresh-session.js';
import { RefreshTokens } from './sessions/refresh-token.js';
import { SessionAnswers } from './sessions/session-answers.js';
import { Sessions } from './sessions/sessions.js';
import { SigningKeys } from './sessions/signing-keys.js';
import { LinkPerson } from './sign-in-with/link-person.js';
import { SignInWithIdToken } from './sign-in-with/sign-in-with-id-token.js';
import { SignInWithWeb3 } from './sign-in-with/sign-in-with-web3.js';
import { ThirdPartyMessageController } from './sign-in-with/third-party.message-controller.js';

const foundations = [Outbox, Counters, Passwords, Redirects, OneTimeTokens, MailLimits, MailRequests];
const sessions = [EndedSessions, RefreshTokens, SessionAnswers, Sessions, RefreshSession];
const factors = [SecretBox, EnrolFactor, VerifyFactor, RemoveFactor];
const accounts = [
  AuthSettings,
  TemporaryAccounts,
  SignUp,
  SignIn,
  AskForMail,
  ConfirmAddress,
  ChangeAddress,
  NamedAddresses,
  UseToken,
  VerifyToken,
  Reauthentication,
  UpdateUser,
  Identities,
  DeleteAccount,
];
const thirdParties = [LinkPerson, SignInWithIdToken, SignInWithWeb3];
const admin = [AdminAccounts, AdminLinks, StaffActs];

@Module({})
export class AppModule {
  static for(config: AuthServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [authDatabase.module('auth-service', config, databaseTimeouts.service)],
      controllers: [
        AuthMessageController,
        AccountsMessageController,
        FactorsMessageController,
        AdminMessageController,
        StaffMessageController,
        ThirdPartyMessageController,
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
