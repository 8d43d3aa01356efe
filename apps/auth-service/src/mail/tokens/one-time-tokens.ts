import { randomBytes, timingSafeEqual } from 'node:crypto';
import { advisoryLocks } from '@haru/database';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { OneTimeToken, type TokenKind, type TokenSlot } from '../../tables/mail/one-time-token.entity.js';
import {
  codeFrom,
  linkTokenOf,
  makeCode,
  storedHashOf,
  type TokenSubject,
  withoutPkceMark,
  withPkceMark,
} from './token-hash.js';
import { Setting } from '../../settings.js';
import type { Claim } from '../../tables/mail/mail-request.entity.js';
import { Injectable } from '@nestjs/common';

/** A link and its code are valid for this long. */
export const TOKEN_LIFE_MS = 3_600_000;

/**
 * After so many wrong codes only links still work, in later mails too, until every mail of the slot has expired. If each
 * mail reset the count, an attacker who requests one a minute would have ten guesses a minute at a million codes.
 */
const MAX_CODE_FAILURES = 10;
/** One request is compared with the codes of this many accounts; each guess is a guess at all of them. */
const MAX_CLAIMS = 5;

interface NewToken extends TokenSubject {
  kind: TokenKind;
  flowStateId?: string | null;
  claim?: Claim | null;
  /** The code has six digits; it is drawn if absent. */
  code?: string;
}

/** The token can be used in both ways; neither is ever stored. */
export interface IssuedToken {
  /** The code has six digits. */
  code: string;
  /** This is the `token` of the mail's link, with `pkce_` in front where the flow needs it. */
  tokenHash: string;
}

/** Issues mailed tokens, finds them by link or code and consumes them once, in the caller's transaction. */
@Injectable()
export class OneTimeTokens {
  private readonly secret: string;

  constructor(@Setting('AUTH_REFRESH_TOKEN_SECRET') refreshTokenSecret: string) {
    this.secret = refreshTokenSecret;
  }

  /** Issues a token that replaces the older one in its slot and keeps its count of wrong codes. */
  async issue(manager: EntityManager, token: NewToken, now = new Date()): Promise<IssuedToken> {
    const code = token.code ?? makeCode();
    const linkToken = linkTokenOf(this.secret, token, code);
    const flowStateId = token.flowStateId ?? null;
    const { userId, slot } = token;
    // The row is locked, so that no wrong code is counted between reading and writing.
    const older = await manager.findOne(OneTimeToken, {
      where: { userId, slot, expiresAt: MoreThan(now) },
      lock: { mode: 'pessimistic_write' },
    });
    await manager.upsert(
      OneTimeToken,
      {
        userId,
        slot,
        kind: token.kind,
        address: token.address,
        linkHash: storedHashOf(linkToken),
        flowStateId,
        claim: token.claim ?? null,
        codeFailures: older?.codeFailures ?? 0,
        createdAt: now,
        expiresAt: new Date(now.getTime() + TOKEN_LIFE_MS),
      },
      ['userId', 'slot'],
    );
    return { code, tokenHash: withPkceMark(linkToken, flowStateId !== null) };
  }

  /** The code of a requested mail is derived from the request, so that both copies of a mail that was sent twice work. */
  codeOf(mailRequestId: string): string {
    return codeFrom(this.secret, mailRequestId);
  }

  /** Returns the token as it was issued with this code; undefined once it is used, replaced or expired. */
  async issuedBefore(manager: EntityManager, token: NewToken & { code: string }): Promise<IssuedToken | undefined> {
    const linkToken = linkTokenOf(this.secret, token, token.code);
    const isLive = await manager.existsBy(OneTimeToken, {
      linkHash: storedHashOf(linkToken),
      expiresAt: MoreThan(new Date()),
    });
    if (!isLive) return undefined;
    return { code: token.code, tokenHash: withPkceMark(linkToken, (token.flowStateId ?? null) !== null) };
  }

  /** Finds the live token of a link, if its kind is one of `kinds`, without consuming it. */
  async findByLink(
    manager: EntityManager,
    tokenHash: string,
    kinds: readonly TokenKind[],
  ): Promise<OneTimeToken | undefined> {
    const linkHash = storedHashOf(withoutPkceMark(tokenHash));
    const found = await manager.findOneBy(OneTimeToken, { linkHash, kind: In(kinds), expiresAt: MoreThan(new Date()) });
    return found ?? undefined;
  }

  /**
   * Finds the live token of an address whose code this is. A wrong code is counted against every token it was tried on,
   * so the transaction must be committed even then. Guesses at one address are serialised: concurrent ones would not
   * see each other's count.
   */
  async findByCode(
    manager: EntityManager,
    { address, code, userId }: { address: string; code: string; userId?: string },
    kinds: readonly TokenKind[],
  ): Promise<OneTimeToken | undefined> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [address, advisoryLocks.mailedCodes]);
    const candidates = await manager.find(OneTimeToken, {
      where: { address, kind: In(kinds), expiresAt: MoreThan(new Date()), ...(userId === undefined ? {} : { userId }) },
      order: { createdAt: 'DESC' },
      take: MAX_CLAIMS,
    });
    const tried = candidates.filter(({ codeFailures }) => codeFailures < MAX_CODE_FAILURES);
    const found = tried.find((token) => timingSafeEqual(this.hashFor(token, code), token.linkHash));
    if (found === undefined) {
      for (const { userId: owner, slot } of tried) {
        await manager.increment(OneTimeToken, { userId: owner, slot }, 'codeFailures', 1);
      }
    }
    return found;
  }

  /** @returns false if another request was first */
  async consume(manager: EntityManager, { userId, slot, linkHash }: OneTimeToken): Promise<boolean> {
    const { affected } = await manager.delete(OneTimeToken, { userId, slot, linkHash });
    return affected === 1;
  }

  /** Voids link and code; the wrong codes stay counted for the next mail. */
  async withdraw(manager: EntityManager, userId: string, slots: readonly TokenSlot[]): Promise<void> {
    for (const slot of slots) {
      await manager.update(OneTimeToken, { userId, slot }, { linkHash: randomBytes(32), flowStateId: null });
    }
  }

  /** Voids every outstanding token of an account. */
  async voidAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(OneTimeToken, { userId });
  }

  private hashFor(token: TokenSubject, code: string): Buffer {
    return storedHashOf(linkTokenOf(this.secret, token, code));
  }
}
