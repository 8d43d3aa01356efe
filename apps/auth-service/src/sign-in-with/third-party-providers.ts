import { Outbox } from '@haru/events';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfirmAddress } from '../accounts/confirm-address.js';
import type { AuthServiceConfig } from '../config.js';
import { Redirects } from '../one-time-tokens/redirects.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { Sessions } from '../sessions/sessions.js';
import { LinkPerson } from './link-person.js';
import { SignInWithIdToken } from './sign-in-with-id-token.js';
import { SignInWithWeb3 } from './sign-in-with-web3.js';

/** What signing in by a third party needs. */
export function thirdPartyProviders(config: AuthServiceConfig): Provider[] {
  return [
    {
      provide: SignInWithIdToken,
      inject: [DataSource, SessionAnswers, EndedSessions, LinkPerson],
      useFactory: (...parts: [DataSource, SessionAnswers, EndedSessions, LinkPerson]) =>
        new SignInWithIdToken(...parts, config.AUTH_OIDC_PROVIDERS),
    },
    {
      provide: LinkPerson,
      inject: [DataSource, Sessions, ConfirmAddress, Outbox],
      useFactory: (...parts: [DataSource, Sessions, ConfirmAddress, Outbox]) =>
        new LinkPerson(...parts, { manualLinking: config.AUTH_MANUAL_LINKING }),
    },
    {
      provide: SignInWithWeb3,
      inject: [DataSource, SessionAnswers, Redirects],
      useFactory: (...parts: [DataSource, SessionAnswers, Redirects]) => new SignInWithWeb3(...parts, config.AUTH_WEB3),
    },
  ];
}
