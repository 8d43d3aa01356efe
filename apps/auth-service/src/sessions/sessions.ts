import {
  type SessionCaller,
  type AdminRole,
  type ReplyOf,
  ServiceError,
  type sessionMessages,
  type SignOutScope,
} from '@haru/contracts';
import { DataSource } from 'typeorm';
import { Key } from '../tables/account/key.entity.js';
import { User } from '../tables/account/user.entity.js';
import { EndedSessions } from './ended-sessions.js';
import { sessionState, type SessionState } from './session-state.js';
import { type AssuranceLevel, Session } from '../tables/sign-in/session.entity.js';
import type { ServiceEnv } from '../config.js';
import { Setting } from '../settings.js';
import { roleInSession, hasVerifiedFactor } from './second-factor.js';
import { endSessions } from './session-rows.js';
import { Injectable } from '@nestjs/common';

type SessionOwner = Pick<SessionCaller, 'accountId' | 'sessionId'>;

@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endedSessions: EndedSessions,
    @Setting('STAFF_SECOND_FACTOR') private readonly staffSecondFactor: ServiceEnv['STAFF_SECOND_FACTOR'],
  ) {}

  async check(owner: SessionOwner): Promise<ReplyOf<typeof sessionMessages.checkSession>> {
    const { user, state, aal } = await this.findSession(owner);
    if (state !== 'live' || user === null) return { state };
    const haruRole = await roleInSession(this.dataSource.manager, user, aal);
    return {
      state,
      isAnonymous: user.isAnonymous,
      ...((await this.requiresMfa(user, aal)) ? { requiresMfa: true } : {}),
      ...this.roleAnswer(haruRole, aal),
    };
  }

  /** With a second factor the role applies only at aal2, so at aal1 there is none. */
  private roleAnswer(haruRole: AdminRole | null, aal: AssuranceLevel) {
    if (haruRole === null) return {};
    return this.staffSecondFactor === 'required' && aal !== 'aal2' ? { roleNeedsFactor: true as const } : { haruRole };
  }

  /** @throws ServiceError saying why the session is not live */
  async requireUser(owner: SessionOwner): Promise<User> {
    const { user, state } = await this.findSession(owner);
    if (state !== 'live') throw notLive(state);
    if (user === null) throw new ServiceError('user_not_found');
    return user;
  }

  /**
   * Ends the session itself (`local`), the account's other ones (`others`) or all of them (`global`), which also
   * revokes the account's keys.
   */
  async signOut(owner: SessionOwner, scope: SignOutScope): Promise<void> {
    const { state } = await this.findSession(owner);
    // A banned account may still sign out.
    if (state !== 'live' && state !== 'user_banned') throw notLive(state);
    const { accountId: userId, sessionId } = owner;
    if (scope === 'global') await this.dataSource.manager.delete(Key, { userId });
    const choice = { global: {}, local: { only: sessionId }, others: { except: sessionId } }[scope];
    await this.endedSessions.announce(await endSessions(this.dataSource, { userId, ...choice }));
  }

  private requiresMfa({ id, isAnonymous }: User, aal: AssuranceLevel): Promise<boolean> {
    // Temporary accounts, which most sessions belong to, have no factors.
    if (aal === 'aal2' || isAnonymous) return Promise.resolve(false);
    return hasVerifiedFactor(this.dataSource.manager, id);
  }

  private async findSession({
    accountId,
    sessionId,
  }: SessionOwner): Promise<{ user: User | null; state: SessionState; aal: AssuranceLevel }> {
    const { entities, raw } = await this.dataSource
      .createQueryBuilder(User, 'user')
      .leftJoin(Session, 'session', 'session.id = :sessionId AND session.userId = user.id', { sessionId })
      .addSelect('session.aal', 'live_session_aal')
      .where('user.id = :accountId', { accountId })
      .getRawAndEntities<{ live_session_aal: AssuranceLevel | null }>();
    const user = entities[0] ?? null;
    const aal = raw[0]?.live_session_aal ?? null;
    return { user, state: sessionState(user, aal !== null, new Date()), aal: aal ?? 'aal1' };
  }
}

function notLive(state: Exclude<SessionState, 'live'>): ServiceError {
  // Status 400 is only for signing in.
  return new ServiceError(state, state === 'user_banned' ? { status: 403 } : {});
}
