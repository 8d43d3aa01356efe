import type { SessionCaller, AccountSession } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { endSessions } from './session-rows.js';
import { Session } from '../tables/sign-in/session.entity.js';
import { EndedSessions } from './ended-sessions.js';
import { Sessions } from './sessions.js';
import { deviceName } from './device-name.js';

const MAX_SESSIONS = 100;

@Injectable()
export class AccountSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly endedSessions: EndedSessions,
  ) {}

  /** The caller's own session comes first, then those used last. */
  async list(caller: SessionCaller): Promise<AccountSession[]> {
    const { id: userId } = await this.sessions.requireUser(caller);
    const { manager } = this.dataSource;
    const [own, others] = await Promise.all([
      manager.findBy(Session, { userId, id: caller.sessionId }),
      manager.find(Session, {
        where: { userId, id: Not(caller.sessionId) },
        order: { refreshedAt: 'DESC' },
        take: MAX_SESSIONS - 1,
      }),
    ]);
    return [...own, ...others].map((session) => toAccountSession(session, caller.sessionId));
  }

  async end(caller: SessionCaller, sessionId: string): Promise<void> {
    const { id: userId } = await this.sessions.requireUser(caller);
    await this.endedSessions.announce(await endSessions(this.dataSource, { userId, only: sessionId }));
  }
}

function toAccountSession(
  { id, userAgent, network, createdAt, refreshedAt }: Session,
  current: string,
): AccountSession {
  return {
    id,
    isCurrent: id === current,
    ...deviceName(userAgent),
    network,
    createdAt: createdAt.toISOString(),
    lastUsedAt: refreshedAt.toISOString(),
  };
}
