import { authMessages, type ReplyOf, type RequestContext } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';

export type SessionState = ReplyOf<typeof authMessages.checkSession>['state'];

/** A session ended elsewhere must be refused within a second, even if the broadcast of its end is lost. */
const rememberMs = 900;
const mostRemembered = 50_000;

/** Whether sessions are still live, asked of the auth service at most about once a second each. */
@Injectable()
export class LiveSessions {
  /** Oldest first: a session asked about again is put at the end. */
  private readonly known = new Map<string, { state: Promise<SessionState>; askedAt: number }>();

  constructor(private readonly services: RequestClient) {}

  stateOf(accountId: string, sessionId: string, context: RequestContext): Promise<SessionState> {
    const now = Date.now();
    const known = this.known.get(sessionId);
    if (known && now - known.askedAt < rememberMs) return known.state;
    const state = this.services
      .call(authMessages.checkSession, { accountId, sessionId }, context)
      .then((reply) => reply.state);
    // A failed look-up is no answer to remember.
    state.catch(() => this.known.delete(sessionId));
    this.known.delete(sessionId);
    this.known.set(sessionId, { state, askedAt: now });
    this.dropOld(now);
    return state;
  }

  forget(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) this.known.delete(sessionId);
  }

  /** The session that the call was made with has just ended. */
  forgetCaller({ caller }: RequestContext): void {
    if (caller.role === 'authenticated') this.forget([caller.sessionId]);
  }

  private dropOld(now: number): void {
    for (const [sessionId, { askedAt }] of this.known) {
      if (now - askedAt < rememberMs && this.known.size <= mostRemembered) return;
      this.known.delete(sessionId);
    }
  }
}
