import type { SessionAnswer } from '@haru/contracts';
import type { DataSource } from 'typeorm';
import { userAnswerOf } from '../accounts/user-answer.js';
import type { User } from '../accounts/user.entity.js';
import { roleInSession } from '../admin/role-in-session.js';
import { accessTokenClaims } from './access-token-claims.js';
import type { RefreshTokens } from './refresh-token.js';
import type { Session } from './session.entity.js';
import type { SigningKeys } from './signing-keys.js';

export interface AccessTokenSettings {
  issuer: string;
  lifetimeSeconds: number;
}

/** The answer to every way of getting or renewing a session: a fresh access token and the active refresh token. */
export class SessionAnswers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signingKeys: SigningKeys,
    private readonly refreshTokens: RefreshTokens,
    private readonly settings: AccessTokenSettings,
  ) {}

  async answer(user: User, session: Session, now: Date): Promise<SessionAnswer> {
    const { issuer, lifetimeSeconds } = this.settings;
    const issuedAt = Math.floor(now.getTime() / 1000);
    const expiresAt = issuedAt + lifetimeSeconds;
    const haruRole = await roleInSession(this.dataSource.manager, user, session.aal);
    return {
      access_token: await this.signingKeys.sign(
        accessTokenClaims({ user, session, haruRole }, issuer, { issuedAt, expiresAt }),
      ),
      token_type: 'bearer',
      expires_in: lifetimeSeconds,
      expires_at: expiresAt,
      refresh_token: this.refreshTokens.make({ sessionId: session.id, counter: session.refreshCounter }),
      user: await userAnswerOf(this.dataSource.manager, user),
    };
  }
}
