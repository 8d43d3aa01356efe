import { hash, randomBytes } from 'node:crypto';
import { limits, type RequestContext, type SessionAnswer } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, MoreThan } from 'typeorm';
import { SessionAnswers } from '../sessions/session-answers.js';
import { isBanned } from '../sessions/session-state.js';
import { AccountRequest } from '../tables/account/account-request.entity.js';
import { anonymousAppMetadata, newUser } from '../accounts/new-user.js';
import { checkUserMetadata } from '../input/user-metadata.js';
import { User } from '../tables/account/user.entity.js';
import { Setting } from '../settings.js';
import { newSession, openSession, type SignInProof } from '../sessions/session-rows.js';
import { type TemporaryAccountRows, TemporaryAccountWriter } from './temporary-account-writer.js';

interface TemporaryAccountRequest {
  userMetadata: Record<string, unknown>;
  idempotencyKey?: string | undefined;
}

/** Creates accounts without an address: for a visitor who publishes, or on request. */
@Injectable()
export class TemporaryAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: TemporaryAccountWriter,
    private readonly answers: SessionAnswers,
    @Setting('AUTH_TEMP_EMAIL_DOMAIN') private readonly tempEmailDomain: string,
  ) {}

  /**
   * Creates an account and its first session. A repeat with the same idempotency key within the day gets the same
   * account with a new session, as long as the account is still temporary and not banned: a key is weaker than the
   * password of an account that was registered since.
   */
  async create(
    { userMetadata, idempotencyKey }: TemporaryAccountRequest,
    { device }: RequestContext,
  ): Promise<SessionAnswer> {
    checkUserMetadata(userMetadata);

    const now = new Date();
    const proof = { method: 'anonymous', device };
    const { user, session } =
      idempotencyKey === undefined
        ? await this.open(userMetadata, proof, now)
        : await this.dataSource.transaction(async (manager) => {
            const user = await this.insertOnce(manager, userMetadata, hashOf(idempotencyKey), now);
            return { user, session: await openSession(manager, user.id, proof, now) };
          });
    return this.answers.answer(user, session, now);
  }

  private async open(
    userMetadata: Record<string, unknown>,
    proof: SignInProof,
    now: Date,
  ): Promise<TemporaryAccountRows> {
    const user = this.temporaryUser(userMetadata, now);
    const rows = { user, session: newSession(user.id, proof, now) };
    await this.writer.write(rows);
    return rows;
  }

  private temporaryUser(userMetadata: Record<string, unknown>, now: Date): User {
    return newUser(
      {
        email: `${randomBytes(16).toString('hex')}@${this.tempEmailDomain}`,
        isAnonymous: true,
        userMetadata,
        appMetadata: anonymousAppMetadata,
        lastSignInAt: now,
      },
      now,
    );
  }

  private async insertOnce(
    manager: EntityManager,
    userMetadata: Record<string, unknown>,
    keyHash: Buffer,
    now: Date,
  ): Promise<User> {
    // Requests with one key are serialised, so that the second finds the account of the first.
    await manager.query('SELECT pg_advisory_xact_lock($1::bigint)', [keyHash.readBigInt64BE().toString()]);
    const known = await findByKey(manager, keyHash, now);
    if (known !== null) {
      known.lastSignInAt = now;
      const { affected } = await manager.update(User, known.id, { lastSignInAt: now });
      // The account may have been deleted meanwhile.
      if (affected) return known;
    }
    const user = this.temporaryUser(userMetadata, now);
    await manager.insert(User, user);
    await manager.upsert(AccountRequest, { keyHash, userId: user.id, createdAt: now }, ['keyHash']);
    return user;
  }
}

async function findByKey(manager: EntityManager, keyHash: Buffer, now: Date): Promise<User | null> {
  const since = new Date(now.getTime() - limits.idempotencyKeyHours * 3_600_000);
  const request = await manager.findOneBy(AccountRequest, { keyHash, createdAt: MoreThan(since) });
  if (request === null) return null;
  const user = await manager.findOneBy(User, { id: request.userId, isAnonymous: true, deletedAt: IsNull() });
  return user === null || isBanned(user, now) ? null : user;
}

function hashOf(idempotencyKey: string): Buffer {
  return hash('sha256', idempotencyKey, 'buffer');
}
