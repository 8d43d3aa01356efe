import { type RequestContext, ServiceError, type SessionAnswer } from '@haru/contracts';
import { isPostgresError } from '@haru/database';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { User } from '../tables/account/user.entity.js';
import { MailRequests } from '../mail/requests/mail-requests.js';
import { EndedSessions } from './ended-sessions.js';
import { type RefreshTokenContent, RefreshTokens } from './tokens/refresh-token.js';
import { SessionAnswers } from './session-answers.js';
import { isBanned } from './session-state.js';
import { Session } from '../tables/sign-in/session.entity.js';
import { decideRotation } from './tokens/token-rotation.js';
import { Setting } from '../settings.js';
import { deviceColumns, endSessions } from './session-rows.js';
import { Injectable } from '@nestjs/common';

type Outcome = { kind: 'refreshed'; user: User; session: Session; at: Date } | { kind: 'reused' } | { kind: 'expired' };

/** A caller waits this long for other refreshes of the same session before it gets a conflict. */
const LOCK_TIMEOUT = '5s';

@Injectable()
export class RefreshSession {
  constructor(
    private readonly dataSource: DataSource,
    private readonly refreshTokens: RefreshTokens,
    private readonly answers: SessionAnswers,
    private readonly endedSessions: EndedSessions,
    private readonly mails: MailRequests,
    @Setting('AUTH_REFRESH_REUSE_INTERVAL') private readonly reuseInterval: number,
    @Setting('AUTH_SESSIONS_TIMEBOX') private readonly timebox: number,
    @Setting('AUTH_SESSIONS_INACTIVITY_TIMEOUT') private readonly inactivity: number,
  ) {}

  async refresh(refreshToken: string, context: RequestContext): Promise<SessionAnswer> {
    const token = this.refreshTokens.read(refreshToken);
    if (token.kind === 'malformed') {
      throw new ServiceError('validation_failed', { message: 'Refresh token is not valid' });
    }
    if (token.kind === 'foreign') throw new ServiceError('refresh_token_not_found');

    const outcome = await this.rotateLocked(token, context);
    if (outcome.kind === 'reused') {
      await this.endedSessions.announceReuse(token.sessionId);
      throw new ServiceError('refresh_token_already_used');
    }
    if (outcome.kind === 'expired') {
      await this.endedSessions.announce([token.sessionId]);
      throw new ServiceError('session_expired');
    }
    return this.answers.answer(outcome.user, outcome.session, outcome.at);
  }

  private async rotateLocked(token: RefreshTokenContent, context: RequestContext): Promise<Outcome> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        await manager.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
        return this.rotate(manager, token, context);
      });
    } catch (error) {
      if (isPostgresError(error, 'lockNotAvailable')) throw new ServiceError('conflict', { cause: error });
      throw error;
    }
  }

  /** Returns instead of throwing when the token was reused: the end of the session must be committed. */
  private async rotate(manager: EntityManager, token: RefreshTokenContent, context: RequestContext): Promise<Outcome> {
    const session = await manager.findOne(Session, {
      where: { id: token.sessionId },
      lock: { mode: 'pessimistic_write' },
    });
    if (session === null) throw new ServiceError('refresh_token_not_found');
    const user = await manager.findOneBy(User, { id: session.userId, deletedAt: IsNull() });
    if (user === null) throw new ServiceError('refresh_token_not_found');

    // The time is read after the lock: another request may have refreshed while this one waited.
    const now = new Date();
    if (isBanned(user, now)) throw new ServiceError('user_banned');
    if (this.isOver(session, now)) {
      await endSessions(manager, { userId: user.id, only: session.id });
      return { kind: 'expired' };
    }
    switch (this.decide(session, token.counter, now)) {
      case 'unknown':
        throw new ServiceError('refresh_token_not_found');
      case 'end-session':
        await endSessions(manager, { userId: user.id, only: session.id });
        await this.tellOwner(manager, user, context);
        return { kind: 'reused' };
      case 'rotate':
        session.refreshCounter += 1;
        session.refreshedAt = now;
        await manager.update(Session, session.id, {
          refreshCounter: session.refreshCounter,
          refreshedAt: session.refreshedAt,
          ...(context.device && deviceColumns(context.device)),
        });
        return { kind: 'refreshed', user, session, at: now };
      case 'hand-out-active':
        return { kind: 'refreshed', user, session, at: now };
    }
  }

  private isOver({ createdAt, refreshedAt }: Session, now: Date): boolean {
    const { timebox, inactivity } = this;
    return (
      (timebox > 0 && now.getTime() - createdAt.getTime() > timebox * 1_000) ||
      (inactivity > 0 && now.getTime() - refreshedAt.getTime() > inactivity * 1_000)
    );
  }

  private async tellOwner(manager: EntityManager, user: User, context: RequestContext): Promise<void> {
    if (user.email === null || user.isAnonymous || user.emailConfirmedAt === null) return;
    const notice = { userId: user.id, kind: 'notice_session_stolen' as const, address: user.email };
    await this.mails.request(manager, notice, context);
  }

  private decide(session: Session, presented: number, now: Date) {
    return decideRotation({
      presented,
      active: session.refreshCounter,
      floor: session.refreshFloor,
      refreshedAt: session.refreshedAt,
      now,
      reuseIntervalMs: this.reuseInterval * 1_000,
    });
  }
}
