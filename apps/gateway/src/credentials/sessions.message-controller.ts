import { type PayloadOf, sessionsEnded } from '@haru/contracts';
import { HandleBroadcast } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { LiveSessions } from './live-sessions.js';

/** News from the auth service. */
@Controller()
export class SessionsMessageController {
  constructor(private readonly sessions: LiveSessions) {}

  /** What this gateway remembers of ended sessions is forgotten immediately. */
  @HandleBroadcast(sessionsEnded)
  sessionsEnded({ sessionIds }: PayloadOf<typeof sessionsEnded>): void {
    this.sessions.forget(sessionIds);
  }
}
