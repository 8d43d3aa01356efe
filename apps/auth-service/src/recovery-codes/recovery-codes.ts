import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import {
  type SessionCaller,
  type NewRecoveryCodes,
  type RecoveryCodesState,
  ServiceError,
  type SessionAnswer,
} from '@haru/contracts';
import { Injectable, Optional } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hasVerifiedFactor, requiresMfa } from '../sessions/second-factor.js';
import { writeSignInEntry } from '../audit/write-audit-entry.js';
import { Setting } from '../settings.js';
import { lockAccount } from '../tables/account/read-account.js';
import { RecoveryCodeSet } from '../tables/sign-in/recovery-codes.entity.js';
import { assertNotLocked, withFailure } from '../factors/factor-failures.js';
import { type RaisedSession, raiseSession } from '../factors/raise-session.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { Sessions } from '../sessions/sessions.js';
import { makeRecoveryCode, plainRecoveryCode } from './recovery-code-text.js';

const CODES = 10;

/** The session and the audit log name this second factor so. */
const METHOD = 'recovery_code';

/** The codes help the owner of an account who has lost the authenticator app. */
@Injectable()
export class RecoveryCodes {
  private readonly key: Buffer;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly answers: SessionAnswers,
    private readonly endedSessions: EndedSessions,
    @Optional() @Setting('AUTH_FACTOR_SECRET') factorSecret: string | undefined,
    @Setting('AUTH_REFRESH_TOKEN_SECRET') refreshTokenSecret: string,
  ) {
    const secret = factorSecret ?? refreshTokenSecret;
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'haru recovery codes 1', 32));
  }

  /**
   * Creates or renews the caller's codes: the previous ones are refused from then on.
   * @returns the codes, of which only hashes are stored
   * @throws ServiceError insufficient_aal; mfa_factor_not_found for an account without an authenticator app
   */
  async create(caller: SessionCaller): Promise<NewRecoveryCodes> {
    const { id: userId } = await this.sessions.requireUser(caller);
    const codes = Array.from({ length: CODES }, makeRecoveryCode);
    const codeHashes = codes.map((code) => this.hashOf(userId, code));
    const createdAt = new Date();
    await this.dataSource.transaction(async (manager) => {
      await lockAccount(manager, { id: userId });
      if (await requiresMfa(manager, caller)) throw new ServiceError('insufficient_aal', { status: 403 });
      if (!(await hasVerifiedFactor(manager, userId))) throw new ServiceError('mfa_factor_not_found');
      await manager.upsert(RecoveryCodeSet, { userId, codeHashes, createdAt }, ['userId']);
    });
    return { codes, createdAt: createdAt.toISOString() };
  }

  async get(caller: SessionCaller): Promise<RecoveryCodesState> {
    const { id: userId } = await this.sessions.requireUser(caller);
    const made = await this.dataSource.manager.findOneBy(RecoveryCodeSet, { userId });
    if (made === null) return { codes: null };
    return { codes: { remaining: made.codeHashes.length, createdAt: made.createdAt.toISOString() } };
  }

  /** Raises the caller's session to aal2. @throws ServiceError RECOVERY_CODE_INVALID, RATE_LIMITED */
  async use(caller: SessionCaller, code: string): Promise<SessionAnswer> {
    const user = await this.sessions.requireUser(caller);
    const outcome = await this.dataSource.transaction((manager) => this.check(manager, caller, code));
    // The count of wrong codes is committed before the code is refused.
    if (outcome === undefined) throw new ServiceError('RECOVERY_CODE_INVALID');
    await this.endedSessions.announce(outcome.ended);
    return this.answers.answer(user, outcome.session, outcome.at);
  }

  /** @returns undefined for a wrong code */
  private async check(
    manager: EntityManager,
    { accountId: userId, sessionId }: SessionCaller,
    code: string,
  ): Promise<RaisedSession | undefined> {
    await lockAccount(manager, { id: userId });
    const now = new Date();
    const made = await manager.findOneBy(RecoveryCodeSet, { userId });
    if (made === null) return undefined;
    assertNotLocked(made, now, 'RATE_LIMITED');
    const given = this.hashOf(userId, code);
    const left = made.codeHashes.filter((hash) => !timingSafeEqual(hash, given));
    if (left.length === made.codeHashes.length) {
      await manager.update(RecoveryCodeSet, userId, withFailure(made, now));
      return undefined;
    }
    await manager.update(RecoveryCodeSet, userId, { codeHashes: left });
    await writeSignInEntry(manager, userId, { method: METHOD, remaining: left.length }, now);
    return raiseSession(manager, { userId, sessionId, method: METHOD, factorId: null }, now);
  }

  private hashOf(userId: string, code: string): Buffer {
    return createHmac('sha256', this.key)
      .update(`${userId}\0${plainRecoveryCode(code)}`)
      .digest();
  }
}
