import { type ErrorCode, type RequestContext, ServiceError } from '@haru/contracts';
import { isPostgresError } from '@haru/database';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { ConfirmAddress } from '../../accounts/addresses/confirm-address.js';
import { Key } from '../../tables/account/key.entity.js';
import { User } from '../../tables/account/user.entity.js';
import { EndedSessions } from '../../sessions/ended-sessions.js';
import { isBanned } from '../../sessions/session-state.js';
import type { Session } from '../../tables/sign-in/session.entity.js';
import { FlowState } from '../../tables/mail/flow-state.entity.js';
import type { OneTimeToken, TokenKind } from '../../tables/mail/one-time-token.entity.js';
import { OneTimeTokens } from '../../mail/tokens/one-time-tokens.js';
import { issueAuthCode } from '../../mail/links/pkce-flows.js';
import { findVerifyType, kindsOf, type VerifyType } from '../../mail/tokens/token-kinds.js';
import { signInSession } from '../../sessions/session-rows.js';
import { Injectable } from '@nestjs/common';
import { lockLiveAccount } from '../../tables/account/read-account.js';

/** The client sends a mailed token in one of these forms. */
export type GivenToken = { tokenHash: string } | { address: string; code: string };

export type TokenOutcome =
  | { kind: 'session'; user: User; session: Session }
  /** In a PKCE flow the browser takes this code to the client. */
  | { kind: 'code'; authCode: string }
  /** The first half of a two-sided change of address is confirmed. */
  | { kind: 'half' }
  | { kind: 'refused'; code: Extract<ErrorCode, 'otp_expired' | 'user_banned' | 'email_exists'> };

interface Attempt {
  given: GivenToken;
  kinds: readonly TokenKind[];
  then: 'session' | 'code-if-pkce';
  /** The ids of ended sessions are added here. */
  ended: string[];
}

/** @throws ServiceError validation_failed */
export function readVerifyType(type: string): VerifyType {
  const known = findVerifyType(type);
  if (known === undefined) {
    throw new ServiceError('validation_failed', {
      message: type === '' ? 'Verify requires a verification type' : 'Invalid verification type',
    });
  }
  return known;
}

/** Consumes a mailed token and applies it. */
@Injectable()
export class UseToken {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: OneTimeTokens,
    private readonly confirming: ConfirmAddress,
    private readonly endedSessions: EndedSessions,
  ) {}

  /**
   * Refusals are outcomes, not errors, because their changes must be committed: counted wrong codes, cancelled changes.
   * @param then whether a browser follows the link: then a PKCE flow gives its code instead of a session
   */
  async use(
    given: GivenToken,
    type: VerifyType,
    then: 'session' | 'code-if-pkce',
    context: RequestContext,
  ): Promise<TokenOutcome> {
    const attempt = async () => {
      const ended: string[] = [];
      const outcome = await this.dataSource.transaction((manager) =>
        this.attempt(manager, { given, kinds: kindsOf(type), then, ended }, context),
      );
      await this.endedSessions.announce(ended);
      return outcome;
    };
    try {
      return await attempt();
    } catch (error) {
      // A concurrent request confirmed the same address; the second attempt sees it.
      if (!isPostgresError(error, 'uniqueViolation')) throw error;
      return attempt();
    }
  }

  /** Tells whether the link of a mail would be accepted, without using it up. */
  async isValidLink(tokenHash: string, type: VerifyType): Promise<boolean> {
    return (await this.tokens.findByLink(this.dataSource.manager, tokenHash, kindsOf(type))) !== undefined;
  }

  private async attempt(
    manager: EntityManager,
    { given, kinds, then, ended }: Attempt,
    context: RequestContext,
  ): Promise<TokenOutcome> {
    const token =
      'tokenHash' in given
        ? await this.tokens.findByLink(manager, given.tokenHash, kinds)
        : await this.tokens.findByCode(manager, given, kinds);
    if (token === undefined) return { kind: 'refused', code: 'otp_expired' };
    const user = await lockLiveAccount(manager, { id: token.userId });
    if (user === null || !(await this.tokens.consume(manager, token))) return { kind: 'refused', code: 'otp_expired' };
    const now = new Date();
    if (isBanned(user, now)) return { kind: 'refused', code: 'user_banned' };
    // Somebody else may have taken over the account before its recovery and made keys.
    if (token.kind === 'recovery') await manager.delete(Key, { userId: user.id });
    const refusal = await this.confirm(manager, user, token, ended, context, now);
    if (refusal !== undefined) return refusal;
    return this.finish(manager, user, token, { then, device: context.device }, now);
  }

  /** @returns the outcome, or undefined if a session follows */
  private async confirm(
    manager: EntityManager,
    user: User,
    { slot, address, claim }: OneTimeToken,
    ended: string[],
    context: RequestContext,
    now: Date,
  ): Promise<TokenOutcome | undefined> {
    if (slot === 'email_change_current' || slot === 'email_change_new') {
      const expected = slot === 'email_change_new' ? user.newEmail : user.email;
      if (user.newEmail === null || expected !== address) {
        const isLost = slot === 'email_change_new' && (await isConfirmed(manager, address));
        return { kind: 'refused', code: isLost ? 'email_exists' : 'otp_expired' };
      }
      const { kind } = await this.confirming.change(manager, user, slot, context, now);
      if (kind === 'half') return { kind };
      return kind === 'taken' ? { kind: 'refused', code: 'email_exists' } : undefined;
    }
    if (user.email !== address) return { kind: 'refused', code: 'otp_expired' };
    ended.push(...(await this.confirming.own(manager, user, claim, now)));
    return undefined;
  }

  private async finish(
    manager: EntityManager,
    user: User,
    { flowStateId }: OneTimeToken,
    { then, device }: Pick<Attempt, 'then'> & Pick<RequestContext, 'device'>,
    now: Date,
  ): Promise<TokenOutcome> {
    if (flowStateId !== null && then === 'code-if-pkce') {
      const authCode = await issueAuthCode(manager, flowStateId);
      return authCode === undefined ? { kind: 'refused', code: 'otp_expired' } : { kind: 'code', authCode };
    }
    if (flowStateId !== null) await manager.delete(FlowState, flowStateId);
    return { kind: 'session', user, session: await signInSession(manager, user, { method: 'otp', device }, now) };
  }
}

/** If another account has confirmed the address, the change was not withdrawn but lost to that account. */
function isConfirmed(manager: EntityManager, email: string): Promise<boolean> {
  return manager.existsBy(User, { email, emailConfirmedAt: Not(IsNull()) });
}
