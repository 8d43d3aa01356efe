import { pageAddressesOf } from '@haru/contracts';
import { Outbox } from '@haru/events';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuthServiceConfig } from '../config.js';
import { Counters } from '../counters.js';
import { type MailLimitSettings, MailLimits } from '../one-time-tokens/mail-limits.js';
import { MailRequests } from '../one-time-tokens/mail-requests.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { Redirects } from '../one-time-tokens/redirects.js';
import { UseToken } from '../one-time-tokens/use-token.js';
import { VerifyToken } from '../one-time-tokens/verify-token.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { Sessions } from '../sessions/sessions.js';
import { AskForMail } from './ask-for-mail.js';
import { AuthSettings } from './auth-settings.js';
import { ChangeAddress } from './change-address.js';
import { ConfirmAddress } from './confirm-address.js';
import { DeleteAccount } from './delete-account.js';
import { Identities } from './identities.js';
import { NamedAddresses } from './named-addresses.js';
import { Passwords } from './passwords.js';
import { Reauthentication } from './reauthentication.js';
import { SignIn } from './sign-in.js';
import { SignUp } from './sign-up.js';
import { TemporaryAccounts } from './temporary-accounts.js';
import { UpdateUser } from './update-user.js';

/** What the messages about accounts need, beside what sessions need. */
export function accountProviders(config: AuthServiceConfig): Provider[] {
  const autoconfirm = config.AUTH_AUTOCONFIRM;
  const temporaryDomain = config.AUTH_TEMP_EMAIL_DOMAIN;
  return [
    { provide: Outbox, useFactory: () => new Outbox() },
    { provide: AuthSettings, useFactory: () => new AuthSettings({ autoconfirm, providers: providersOf(config) }) },
    { provide: Passwords, useFactory: () => preparedPasswords(config) },
    { provide: OneTimeTokens, useFactory: () => new OneTimeTokens(config.AUTH_REFRESH_TOKEN_SECRET) },
    {
      provide: Redirects,
      useFactory: () => new Redirects(pageAddressesOf(config), config.AUTH_REDIRECT_ALLOW_LIST),
    },
    {
      provide: Counters,
      useFactory: () => new Counters(config.REDIS_URL, config.AUTH_RATE_LIMITS),
    },
    {
      provide: MailLimits,
      inject: [Counters],
      useFactory: (counters: Counters) => new MailLimits(counters, mailLimitsOf(config)),
    },
    {
      provide: MailRequests,
      inject: [Outbox, MailLimits],
      useFactory: (outbox: Outbox, limits: MailLimits) => new MailRequests(outbox, config.AUTH_MAIL_INTERVAL, limits),
    },
    {
      provide: TemporaryAccounts,
      inject: [DataSource, SessionAnswers],
      useFactory: (dataSource: DataSource, answers: SessionAnswers) =>
        new TemporaryAccounts(dataSource, answers, temporaryDomain),
    },
    {
      provide: SignUp,
      inject: [DataSource, Passwords, MailRequests, Redirects, SessionAnswers],
      useFactory: (...parts: [DataSource, Passwords, MailRequests, Redirects, SessionAnswers]) =>
        new SignUp(...parts, { autoconfirm, temporaryDomain }),
    },
    {
      provide: SignIn,
      inject: [DataSource, Passwords, SessionAnswers],
      useFactory: (...parts: [DataSource, Passwords, SessionAnswers]) => new SignIn(...parts),
    },
    {
      provide: AskForMail,
      inject: [DataSource, MailRequests, Redirects, Sessions],
      useFactory: (...parts: [DataSource, MailRequests, Redirects, Sessions]) =>
        new AskForMail(...parts, { autoconfirm }),
    },
    {
      provide: ConfirmAddress,
      inject: [OneTimeTokens, MailRequests, Outbox],
      useFactory: (...parts: [OneTimeTokens, MailRequests, Outbox]) => new ConfirmAddress(...parts),
    },
    {
      provide: UseToken,
      inject: [DataSource, OneTimeTokens, ConfirmAddress, EndedSessions],
      useFactory: (...parts: [DataSource, OneTimeTokens, ConfirmAddress, EndedSessions]) => new UseToken(...parts),
    },
    {
      provide: VerifyToken,
      inject: [UseToken, SessionAnswers, Redirects],
      useFactory: (...parts: [UseToken, SessionAnswers, Redirects]) => new VerifyToken(...parts),
    },
    {
      provide: ChangeAddress,
      inject: [OneTimeTokens, MailRequests, Redirects, ConfirmAddress],
      useFactory: (...parts: [OneTimeTokens, MailRequests, Redirects, ConfirmAddress]) =>
        new ChangeAddress(...parts, { autoconfirm, temporaryDomain }),
    },
    {
      provide: NamedAddresses,
      inject: [DataSource, MailRequests, Counters],
      useFactory: (...parts: [DataSource, MailRequests, Counters]) =>
        new NamedAddresses(...parts, config.AUTH_NAMED_ADDRESSES),
    },
    {
      provide: Reauthentication,
      inject: [DataSource, Passwords, OneTimeTokens],
      useFactory: (...parts: [DataSource, Passwords, OneTimeTokens]) =>
        new Reauthentication(...parts, { isRequired: config.AUTH_REAUTH_REQUIRED }),
    },
    {
      provide: UpdateUser,
      inject: [
        DataSource,
        Sessions,
        Passwords,
        OneTimeTokens,
        MailRequests,
        ChangeAddress,
        NamedAddresses,
        EndedSessions,
        Reauthentication,
      ],
      useFactory: (
        ...parts: [
          DataSource,
          Sessions,
          Passwords,
          OneTimeTokens,
          MailRequests,
          ChangeAddress,
          NamedAddresses,
          EndedSessions,
          Reauthentication,
        ]
      ) => new UpdateUser(...parts),
    },
    {
      provide: Identities,
      inject: [DataSource, Sessions],
      useFactory: (...parts: [DataSource, Sessions]) =>
        new Identities(...parts, { manualLinking: config.AUTH_MANUAL_LINKING }),
    },
    {
      provide: DeleteAccount,
      inject: [DataSource, Sessions, Outbox, EndedSessions],
      useFactory: (...parts: [DataSource, Sessions, Outbox, EndedSessions]) => new DeleteAccount(...parts),
    },
  ];
}

async function preparedPasswords(config: AuthServiceConfig): Promise<Passwords> {
  const passwords = new Passwords({
    memoryKib: config.AUTH_ARGON2_MEMORY_KIB,
    iterations: config.AUTH_ARGON2_ITERATIONS,
    parallelism: config.AUTH_ARGON2_PARALLELISM,
    concurrency: config.AUTH_PASSWORD_CONCURRENCY,
    maxWaitMs: config.AUTH_PASSWORD_MAX_WAIT_MS,
    secret: config.AUTH_REFRESH_TOKEN_SECRET,
  });
  await passwords.prepare();
  return passwords;
}

function mailLimitsOf(config: AuthServiceConfig): MailLimitSettings {
  return {
    recovery: config.AUTH_MAIL_LIMIT_RECOVERY,
    known: config.AUTH_MAIL_LIMIT,
    unknown: config.AUTH_MAIL_LIMIT_UNKNOWN,
    perAddress: { hourly: config.AUTH_MAIL_ADDRESS_HOURLY, daily: config.AUTH_MAIL_ADDRESS_DAILY },
  };
}

function providersOf({ AUTH_OIDC_PROVIDERS, AUTH_WEB3 }: AuthServiceConfig): string[] {
  return [...AUTH_OIDC_PROVIDERS.map(({ name }) => name), ...(AUTH_WEB3 ? ['web3'] : [])];
}
