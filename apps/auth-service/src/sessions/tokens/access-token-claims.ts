import type { AdminRole } from '@haru/contracts';
import { toUserAnswer } from '../user-answer.js';
import type { User } from '../../tables/account/user.entity.js';
import type { Session } from '../../tables/sign-in/session.entity.js';

interface TokenLifetime {
  /** The time is in Unix seconds. */
  issuedAt: number;
  /** The time is in Unix seconds. */
  expiresAt: number;
}

export interface TokenSubject {
  user: User;
  session: Session;
  haruRole: AdminRole | null;
}

/** The claims show the account as it is now, and how its owner signed in. */
export function accessTokenClaims({ user, session, haruRole }: TokenSubject, issuer: string, lifetime: TokenLifetime) {
  const shown = toUserAnswer(user);
  return {
    iss: issuer,
    sub: shown.id,
    aud: shown.aud,
    iat: lifetime.issuedAt,
    exp: lifetime.expiresAt,
    email: shown.email,
    phone: shown.phone,
    // Only the web app uses it; the gateway reads the role from this service.
    app_metadata: haruRole === null ? shown.app_metadata : { ...shown.app_metadata, haru_role: haruRole },
    user_metadata: shown.user_metadata,
    role: shown.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: shown.is_anonymous,
  };
}
