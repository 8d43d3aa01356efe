import type { SessionAnswer } from '@haru/contracts';
import { DataSource } from 'typeorm';
import { userAnswerOf } from './user-answer.js';
import type { User } from '../tables/account/user.entity.js';
import { accessTokenClaims } from './tokens/access-token-claims.js';
import { RefreshTokens } from './tokens/refresh-token.js';
import type { Session } from '../tables/sign-in/session.entity.js';
import { SigningKeys } from './tokens/signing-keys.js';
import { Setting } from '../settings.js';
import { roleInSession } from './second-factor.js';
import { Injectable } from '@nestjs/common';

/** Every way of getting or renewing a session answers with a fresh access token and the active refresh token. */
@Injectable()
export class SessionAnswers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signingKeys: SigningKeys,
    private readonly refreshTokens: RefreshTokens,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
    @Setting('AUTH_ACCESS_TOKEN_TTL') private readonly lifetimeSeconds: number,
  ) {}

  async answer(user: User, session: Session, now: Date): Promise<SessionAnswer> {
    const { origin, lifetimeSeconds } = this;
    const issuedAt = Math.floor(now.getTime() / 1000);
    const expiresAt = issuedAt + lifetimeSeconds;
    const haruRole = await roleInSession(this.dataSource.manager, user, session.aal);
    return {
      access_token: await this.signingKeys.sign(
        accessTokenClaims({ user, session, haruRole }, `${origin}/auth/v1`, { issuedAt, expiresAt }),
      ),
      token_type: 'bearer',
      expires_in: lifetimeSeconds,
      expires_at: expiresAt,
      refresh_token: this.refreshTokens.make({ sessionId: session.id, counter: session.refreshCounter }),
      user: await userAnswerOf(this.dataSource.manager, user),
    };
  }
}
