import { toUserAnswer } from '../accounts/user-answer.js';
import type { User } from '../accounts/user.entity.js';
import type { Session } from './session.entity.js';

export interface TokenLifetime {
  /** Unix seconds. */
  issuedAt: number;
  /** Unix seconds. */
  expiresAt: number;
}

/** What an access token says: the account as it is at this moment, and how its owner got in. */
export function accessTokenClaims(user: User, session: Session, issuer: string, lifetime: TokenLifetime) {
  const shown = toUserAnswer(user);
  return {
    iss: issuer,
    sub: shown.id,
    aud: shown.aud,
    iat: lifetime.issuedAt,
    exp: lifetime.expiresAt,
    email: shown.email,
    phone: shown.phone,
    app_metadata: shown.app_metadata,
    user_metadata: shown.user_metadata,
    role: shown.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: shown.is_anonymous,
  };
}
