import { hash, randomBytes } from 'node:crypto';
import {
  type SessionCaller,
  type ManagementLinkState,
  type NewManagementLink,
  type RequestContext,
  ServiceError,
  type SessionAnswer,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isBanned } from '../sessions/session-state.js';
import { signInSession } from '../sessions/session-rows.js';
import { writeSignInEntry } from '../audit/write-audit-entry.js';
import { ManagementLink } from '../tables/account/management-link.entity.js';
import { lockLiveAccount } from '../tables/account/read-account.js';
import type { User } from '../tables/account/user.entity.js';
import type { Session } from '../tables/sign-in/session.entity.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { Sessions } from '../sessions/sessions.js';

const SECRET_BYTES = 32;

/** The session and the audit log name this way of signing in so. */
const METHOD = 'management_link';

/** A management link carries a temporary account to another browser. */
@Injectable()
export class ManagementLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly answers: SessionAnswers,
  ) {}

  /**
   * Creates or renews the caller's link: the previous secret is refused from then on.
   * @returns the secret, of which only a hash is stored
   * @throws ServiceError MANAGEMENT_LINK_NOT_ALLOWED for a registered account
   */
  async create(caller: SessionCaller): Promise<NewManagementLink> {
    const { id: userId } = await this.sessions.requireUser(caller);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const createdAt = new Date();
    await this.dataSource.transaction(async (manager) => {
      const user = await lockLiveAccount(manager, { id: userId });
      if (user === null) throw new ServiceError('user_not_found');
      if (!user.isAnonymous) throw new ServiceError('MANAGEMENT_LINK_NOT_ALLOWED');
      const link = { userId, secretHash: hashOf(secret), createdAt, lastUsedAt: null };
      await manager.upsert(ManagementLink, link, ['userId']);
    });
    return { secret, createdAt: createdAt.toISOString() };
  }

  async revoke(caller: SessionCaller): Promise<void> {
    const { id: userId } = await this.sessions.requireUser(caller);
    await this.dataSource.manager.delete(ManagementLink, { userId });
  }

  async get(caller: SessionCaller): Promise<ManagementLinkState> {
    const { id: userId } = await this.sessions.requireUser(caller);
    const link = await this.dataSource.manager.findOneBy(ManagementLink, { userId });
    if (link === null) return { link: null };
    return {
      link: { createdAt: link.createdAt.toISOString(), lastUsedAt: link.lastUsedAt?.toISOString() ?? null },
    };
  }

  /** Opens a session of the link's account. @throws ServiceError MANAGEMENT_LINK_INVALID, user_banned */
  async use(secret: string, { device }: RequestContext): Promise<SessionAnswer> {
    const now = new Date();
    const { user, session } = await this.dataSource.transaction((manager) =>
      signIn(manager, hashOf(secret), device, now),
    );
    return this.answers.answer(user, session, now);
  }
}

async function signIn(
  manager: EntityManager,
  secretHash: Buffer,
  device: RequestContext['device'],
  now: Date,
): Promise<{ user: User; session: Session }> {
  const found = await manager.findOneBy(ManagementLink, { secretHash });
  if (found === null) throw new ServiceError('MANAGEMENT_LINK_INVALID');
  const { userId } = found;
  const user = await lockLiveAccount(manager, { id: userId, isAnonymous: true });
  if (user === null) throw new ServiceError('MANAGEMENT_LINK_INVALID');
  // The hash is compared too: the link may have been renewed or revoked before the account was locked.
  const { affected } = await manager.update(ManagementLink, { userId, secretHash }, { lastUsedAt: now });
  if (affected === 0) throw new ServiceError('MANAGEMENT_LINK_INVALID');
  if (isBanned(user, now)) throw new ServiceError('user_banned', { status: 403 });
  await writeSignInEntry(manager, userId, { method: METHOD }, now);
  return { user, session: await signInSession(manager, user, { method: METHOD, device }, now) };
}

function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
