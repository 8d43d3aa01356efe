import { authMessages, type ReplyOf, type RequestContext } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';

/** Whether a session is live, whether its account is a temporary one, and what counts in it. */
export type SessionStatus = ReplyOf<typeof authMessages.checkSession>;

/** A session ended or a role revoked elsewhere must be refused within a second, even if the broadcast of its end is lost. */
const rememberMs = 900;
const maxRemembered = 50_000;

/** Whether sessions are still live, asked of the auth service at most about once a second each. */
@Injectable()
export class LiveSessions {
  /** Oldest first: a session asked about again is put at the end. */
  private readonly known = new Map<string, { standing: Promise<SessionStatus>; askedAt: number }>();

  constructor(private readonly services: RequestClient) {}

  stateOf(accountId: string, sessionId: string, context: RequestContext): Promise<SessionStatus> {
    const now = Date.now();
    const known = this.known.get(sessionId);
    if (known && now - known.askedAt < rememberMs) return known.standing;
    const standing = this.services.call(authMessages.checkSession, { accountId, sessionId }, context);
    // A failed look-up is no answer to remember. Nor is a missing second step or factor: it may be taken or set up at
    // any gateway, and must then count immediately.
    standing.then(
      ({ requiresMfa, roleNeedsFactor }) => (requiresMfa ?? roleNeedsFactor) && this.drop(sessionId, standing),
      () => this.drop(sessionId, standing),
    );
    this.known.delete(sessionId);
    this.known.set(sessionId, { standing, askedAt: now });
    this.dropOld(now);
    return standing;
  }

  forget(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) this.known.delete(sessionId);
  }

  /** The session that the call was made with has just ended. */
  forgetCaller({ caller }: RequestContext): void {
    if (caller.role === 'authenticated') this.forget([caller.sessionId]);
  }

  private drop(sessionId: string, standing: Promise<SessionStatus>): void {
    if (this.known.get(sessionId)?.standing === standing) this.known.delete(sessionId);
  }

  private dropOld(now: number): void {
    for (const [sessionId, { askedAt }] of this.known) {
      if (now - askedAt < rememberMs && this.known.size <= maxRemembered) return;
      this.known.delete(sessionId);
    }
  }
}
