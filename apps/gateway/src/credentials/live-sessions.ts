import { hasSession, type ReplyOf, type RequestContext, sessionMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';
import { BriefMemory } from './brief-memory.js';

/** States whether a session is live, whether its account is a temporary one, and which role and level it has. */
export type SessionStatus = ReplyOf<typeof sessionMessages.checkSession>;

/** Asks the auth service whether sessions are live, at most about once a second each. */
@Injectable()
export class LiveSessions {
  /** A missing second factor may be shown or set up at any gateway, and must then count immediately. */
  private readonly known = new BriefMemory<SessionStatus>(
    ({ requiresMfa, roleNeedsFactor }) => requiresMfa ?? roleNeedsFactor ?? false,
  );

  constructor(private readonly services: RequestClient) {}

  stateOf(accountId: string, sessionId: string, context: RequestContext): Promise<SessionStatus> {
    return this.known.get(sessionId, () =>
      this.services.call(sessionMessages.checkSession, { accountId, sessionId }, context),
    );
  }

  forget(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) this.known.forget(sessionId);
  }

  /** The caller's session has just ended. */
  forgetCaller({ caller }: RequestContext): void {
    if (hasSession(caller)) this.forget([caller.sessionId]);
  }
}
