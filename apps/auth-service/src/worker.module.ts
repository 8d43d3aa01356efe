import { workersAndJobsIn } from '@haru/events';
import { mailProviders } from '@haru/mail';
import { Module } from '@nestjs/common';
import { AuthMailComposer } from './mail/compose-mail.js';
import { OneTimeTokens } from './mail/tokens/one-time-tokens.js';
import { EndedSessions } from './sessions/ended-sessions.js';

@Module({
  providers: [
    OneTimeTokens,
    EndedSessions,
    ...mailProviders(AuthMailComposer),
    ...(await workersAndJobsIn(import.meta.dirname)),
  ],
})
export class WorkerModule {}
