import { type SessionCaller, ServiceError } from '@haru/contracts';
import { DataSource } from 'typeorm';
import { OneTimeTokens, TOKEN_LIFE_MS } from '../mail/tokens/one-time-tokens.js';
import { Session } from '../tables/sign-in/session.entity.js';
import { Passwords } from '../passwords/passwords.js';
import type { User } from '../tables/account/user.entity.js';
import { Setting } from '../settings.js';
import { Injectable } from '@nestjs/common';

/** If the mailed code is required, a session younger than this may change the password without it. */
const FRESH_SESSION_MS = 86_400_000;

/** These ways of signing in prove access to the mailbox. */
const mailMethods = ['otp', 'recovery', 'magiclink', 'invite', 'email/signup', 'email_change'];

interface OwnerProof {
  nonce?: string | undefined;
  currentPassword?: string | undefined;
}

/** A password change needs proof beside the session, because the session may be stolen. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: Passwords,
    private readonly tokens: OneTimeTokens,
    @Setting('AUTH_REAUTH_REQUIRED') private readonly reauthRequired: boolean,
  ) {}

  /**
   * Checks the given proof. Accounts with a role must give one; others only if it is configured.
   * @throws ServiceError current_password_invalid, current_password_required, reauthentication_needed,
   * reauthentication_not_valid
   */
  async require({ nonce, currentPassword }: OwnerProof, user: User, caller: SessionCaller): Promise<void> {
    const { encryptedPassword: hash } = user;
    const knowsPassword = currentPassword !== undefined && hash !== null;
    if (knowsPassword && !(await this.passwords.matches(hash, currentPassword))) {
      throw new ServiceError('current_password_invalid');
    }
    if (user.isAnonymous) return;
    if (nonce !== undefined && nonce !== '') return this.useNonce(nonce, user);
    const session = await this.dataSource.manager.findOneBy(Session, { id: caller.sessionId });
    if (user.haruRole !== null && !knowsPassword && !hasReadMail(session)) {
      throw new ServiceError(hash === null ? 'reauthentication_needed' : 'current_password_required');
    }
    const isFresh = session !== null && Date.now() - session.createdAt.getTime() < FRESH_SESSION_MS;
    if (this.reauthRequired && !isFresh) throw new ServiceError('reauthentication_needed');
  }

  /** This is a transaction of its own, so that a wrong code is counted even if the request fails. */
  private async useNonce(nonce: string, user: User): Promise<void> {
    const isValid = await this.dataSource.transaction(async (manager) => {
      const given = { address: user.email ?? '', code: nonce, userId: user.id };
      const token = await this.tokens.findByCode(manager, given, ['reauthentication']);
      return token !== undefined && (await this.tokens.consume(manager, token));
    });
    if (!isValid) throw new ServiceError('reauthentication_not_valid');
  }
}

/** Tells whether the session was opened from a mail as fresh as a mailed code may be, as after a forgotten password. */
function hasReadMail(session: Session | null): boolean {
  const since = (Date.now() - TOKEN_LIFE_MS) / 1_000;
  return session?.amr.some(({ method, timestamp }) => mailMethods.includes(method) && timestamp > since) ?? false;
}
