import { randomUUID } from 'node:crypto';
import { type SessionCaller, ServiceError, type SessionAnswer } from '@haru/contracts';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { z } from 'zod';
import type { User } from '../tables/account/user.entity.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { UNVERIFIED_LIFE_MS } from '../sessions/factor-answer.js';
import { assertNotLocked, withFailure } from './factor-failures.js';
import { Factor, FactorChallenge } from '../tables/sign-in/factor.entity.js';
import { type RaisedSession, raiseSession } from './raise-session.js';
import { SecretBox } from './secret-box.js';
import { stepOfCode } from './totp.js';
import { lockAccount } from '../tables/account/read-account.js';
import { requiresMfa } from '../sessions/second-factor.js';
import { Injectable } from '@nestjs/common';

const CHALLENGE_LIFE_MS = 300_000;

interface CodeGiven {
  factorId: string;
  challengeId: string;
  code: string;
}

type Outcome = RaisedSession | { refusal: ServiceError };

/** Checks codes of authenticator apps and raises sessions to aal2. */
@Injectable()
export class VerifyFactor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly answers: SessionAnswers,
    private readonly endedSessions: EndedSessions,
  ) {}

  /** Begins a check. @throws ServiceError mfa_factor_not_found, also for another account's factor */
  async challenge(userId: string, factorId: string): Promise<{ id: string; expiresAt: Date }> {
    const id = randomUUID();
    const now = new Date();
    const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE_MS);
    await this.dataSource.transaction(async (manager) => {
      await lockedFactor(manager, userId, factorId, now);
      await manager.insert(FactorChallenge, { id, factorId, expiresAt });
      await manager.update(Factor, factorId, { lastChallengedAt: now });
    });
    return { id, expiresAt };
  }

  async verify(user: User, { sessionId }: SessionCaller, given: CodeGiven): Promise<SessionAnswer> {
    const outcome = await this.dataSource.transaction((manager) => this.check(manager, user.id, sessionId, given));
    if ('refusal' in outcome) throw outcome.refusal;
    await this.endedSessions.announce(outcome.ended);
    return this.answers.answer(user, outcome.session, outcome.at);
  }

  /** Returns a refusal instead of throwing it where its writes must be committed. */
  private async check(
    manager: EntityManager,
    userId: string,
    sessionId: string,
    { factorId, challengeId, code }: CodeGiven,
  ): Promise<Outcome> {
    await lockAccount(manager, { id: userId });
    const now = new Date();
    const factor = await lockedFactor(manager, userId, factorId, now);
    // With only the password, nobody may add a further factor.
    if (factor.status === 'unverified' && (await requiresMfa(manager, { accountId: userId, sessionId }))) {
      throw new ServiceError('insufficient_aal', { status: 403, message: 'AAL2 required to verify a new factor' });
    }
    // Postgres rejects an id that is no UUID.
    const isId = z.uuid().safeParse(challengeId).success;
    const challenge = isId ? await manager.findOneBy(FactorChallenge, { id: challengeId, factorId }) : null;
    if (challenge === null) {
      throw new ServiceError('mfa_factor_not_found', {
        status: 422,
        message: 'MFA challenge with the given id not found',
      });
    }
    if (challenge.expiresAt <= now) {
      await manager.delete(FactorChallenge, challengeId);
      return { refusal: new ServiceError('mfa_challenge_expired') };
    }
    assertNotLocked(factor, now, 'over_request_rate_limit');

    const step = stepOfCode(this.box.open(factor.sealedSecret, factor.id), code, now);
    if (step === undefined || step <= Number(factor.lastUsedStep)) {
      await manager.update(Factor, factorId, withFailure(factor, now));
      return { refusal: new ServiceError('mfa_verification_failed') };
    }
    await manager.delete(FactorChallenge, challengeId);
    await manager.update(Factor, factorId, {
      status: 'verified',
      lastUsedStep: String(step),
      updatedAt: now,
    });
    await manager.delete(Factor, { userId, id: Not(factorId), status: 'unverified' });
    return raiseSession(manager, { userId, sessionId, method: 'totp', factorId }, now);
  }
}

/** Locks the account's own factor: codes of one factor are checked one after the other. */
async function lockedFactor(manager: EntityManager, userId: string, factorId: string, now: Date): Promise<Factor> {
  const factor = await manager.findOne(Factor, {
    where: { id: factorId, userId },
    lock: { mode: 'pessimistic_write' },
  });
  const hasTakenTooLong =
    factor?.status === 'unverified' && now.getTime() - factor.createdAt.getTime() > UNVERIFIED_LIFE_MS;
  if (factor === null || hasTakenTooLong) throw new ServiceError('mfa_factor_not_found');
  return factor;
}
