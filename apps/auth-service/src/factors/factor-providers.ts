import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuthServiceConfig } from '../config.js';
import { MailRequests } from '../one-time-tokens/mail-requests.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { EnrolFactor } from './enrol-factor.js';
import { RemoveFactor } from './remove-factor.js';
import { SecretBox } from './secret-box.js';
import { VerifyFactor } from './verify-factor.js';

/** What the messages about factors need. */
export function factorProviders(config: AuthServiceConfig): Provider[] {
  return [
    {
      provide: SecretBox,
      useFactory: () => new SecretBox(config.AUTH_FACTOR_SECRET ?? config.AUTH_REFRESH_TOKEN_SECRET),
    },
    {
      provide: EnrolFactor,
      inject: [DataSource, SecretBox],
      useFactory: (dataSource: DataSource, box: SecretBox) =>
        new EnrolFactor(dataSource, box, new URL(config.PUBLIC_ORIGIN).host),
    },
    {
      provide: VerifyFactor,
      inject: [DataSource, SecretBox, SessionAnswers, EndedSessions],
      useFactory: (...parts: [DataSource, SecretBox, SessionAnswers, EndedSessions]) => new VerifyFactor(...parts),
    },
    {
      provide: RemoveFactor,
      inject: [DataSource, MailRequests],
      useFactory: (dataSource: DataSource, mails: MailRequests) => new RemoveFactor(dataSource, mails),
    },
  ];
}
