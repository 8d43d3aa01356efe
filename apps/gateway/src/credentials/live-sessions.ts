import { type ReplyOf, type RequestContext, sessionMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** States whether a session is live, whether its account is a temporary one, and which role and level it has. */
export type SessionStatus = ReplyOf<typeof sessionMessages.checkSession>;

/** An ended session or revoked role must be refused within a second, even if its broadcast is lost. */
const REMEMBER_MS = 900;
const MAX_SESSIONS = 50_000;

/** Asks the auth service whether sessions are live, at most about once a second each. */
@Injectable()
export class LiveSessions {
  /** The map is by session; a pending answer is shared, too. */
  private readonly known = new LRUCache<string, Promise<SessionStatus>>({
    max: MAX_SESSIONS,
    ttl: REMEMBER_MS,
    ttlResolution: 0,
  });

  constructor(private readonly services: RequestClient) {}

  stateOf(accountId: string, sessionId: string, context: RequestContext): Promise<SessionStatus> {
    const known = this.known.get(sessionId);
    if (known) return known;
    const status = this.services.call(sessionMessages.checkSession, { accountId, sessionId }, context);
    // A failed look-up is not cached. Nor is a missing second factor: it may be shown or set up at any gateway, and
    // must then count immediately.
    status.then(
      ({ requiresMfa, roleNeedsFactor }) => (requiresMfa ?? roleNeedsFactor) && this.drop(sessionId, status),
      () => this.drop(sessionId, status),
    );
    this.known.set(sessionId, status);
    return status;
  }

  forget(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) this.known.delete(sessionId);
  }

  /** The caller's session has just ended. */
  forgetCaller({ caller }: RequestContext): void {
    if (caller.role === 'authenticated') this.forget([caller.sessionId]);
  }

  private drop(sessionId: string, status: Promise<SessionStatus>): void {
    if (this.known.peek(sessionId) === status) this.known.delete(sessionId);
  }
}
