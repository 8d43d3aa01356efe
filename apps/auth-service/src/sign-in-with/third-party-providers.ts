import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuthServiceConfig } from '../config.js';
import { Redirects } from '../one-time-tokens/redirects.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { SignInWithIdToken } from './sign-in-with-id-token.js';
import { SignInWithWeb3 } from './sign-in-with-web3.js';

/** What signing in by a third party needs. */
export function thirdPartyProviders(config: AuthServiceConfig): Provider[] {
  return [
    {
      provide: SignInWithIdToken,
      inject: [DataSource, SessionAnswers, EndedSessions],
      useFactory: (...parts: [DataSource, SessionAnswers, EndedSessions]) =>
        new SignInWithIdToken(...parts, config.AUTH_OIDC_PROVIDERS),
    },
    {
      provide: SignInWithWeb3,
      inject: [DataSource, SessionAnswers, Redirects],
      useFactory: (...parts: [DataSource, SessionAnswers, Redirects]) => new SignInWithWeb3(...parts, config.AUTH_WEB3),
    },
  ];
}
