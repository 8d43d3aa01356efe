import { type AccountCaller, ServiceError, type SignOutScope } from '@haru/contracts';
import type { DataSource } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import type { EndedSessions } from './ended-sessions.js';
import { sessionState, type SessionState } from './session-state.js';
import { Session } from './session.entity.js';

type SessionOwner = Pick<AccountCaller, 'accountId' | 'sessionId'>;

/** Asking after sessions and ending them. */
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endedSessions: EndedSessions,
  ) {}

  async check(owner: SessionOwner): Promise<SessionState> {
    return (await this.look(owner)).state;
  }

  /** The account behind a live session. @throws ServiceError saying why it is not live. */
  async requireUser(owner: SessionOwner): Promise<User> {
    const { user, state } = await this.look(owner);
    if (state !== 'live') throw new ServiceError(state);
    if (user === null) throw new ServiceError('user_not_found');
    return user;
  }

  /** Ends the session itself (`local`), the account's other ones (`others`) or all of them (`global`). */
  async signOut(owner: SessionOwner, scope: SignOutScope): Promise<void> {
    const { state } = await this.look(owner);
    // Who is banned may still leave.
    if (state !== 'live' && state !== 'user_banned') throw new ServiceError(state);
    await this.endedSessions.announce(await this.end(owner, scope));
  }

  private async look({ accountId, sessionId }: SessionOwner): Promise<{ user: User | null; state: SessionState }> {
    const { entities, raw } = await this.dataSource
      .createQueryBuilder(User, 'user')
      .leftJoin(Session, 'session', 'session.id = :sessionId AND session.userId = user.id', { sessionId })
      .addSelect('session.id', 'live_session_id')
      .where('user.id = :accountId', { accountId })
      .getRawAndEntities<{ live_session_id: string | null }>();
    const user = entities[0] ?? null;
    const sessionExists = (raw[0]?.live_session_id ?? null) !== null;
    return { user, state: sessionState(user, sessionExists, new Date()) };
  }

  private async end({ accountId, sessionId }: SessionOwner, scope: SignOutScope): Promise<string[]> {
    const which = { global: '$2::uuid IS NOT NULL', local: 'id = $2', others: 'id <> $2' }[scope];
    // Locked in one order, so that two sign-outs of an account at once cannot wait for each other.
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `DELETE FROM sessions WHERE id IN (
         SELECT id FROM sessions WHERE user_id = $1 AND ${which} ORDER BY id FOR UPDATE
       ) RETURNING id`,
      [accountId, sessionId],
    );
    return rows.map((row) => row.id);
  }
}
