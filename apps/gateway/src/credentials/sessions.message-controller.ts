import { type PayloadOf, sessionsEnded } from '@haru/contracts';
import { HandleBroadcast } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { LiveSessions } from './live-sessions.js';

@Controller()
export class SessionsMessageController {
  constructor(private readonly sessions: LiveSessions) {}

  /** Ended sessions are removed from this gateway's cache immediately. */
  @HandleBroadcast(sessionsEnded)
  sessionsEnded({ sessionIds }: PayloadOf<typeof sessionsEnded>): void {
    this.sessions.forget(sessionIds);
  }
}
