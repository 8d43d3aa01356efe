import type { UserAnswer } from '@haru/contracts';
import type { User } from './user.entity.js';

/** The account as the auth API shows it: dates that are not set are left out, hashes never get in. */
export function toUserAnswer(user: User): UserAnswer {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: '',
    ...whenSet('email_confirmed_at', user.emailConfirmedAt),
    ...whenSet('confirmed_at', user.emailConfirmedAt),
    ...whenSet('last_sign_in_at', user.lastSignInAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: [],
    is_anonymous: user.isAnonymous,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}

function whenSet<Name extends string>(name: Name, date: Date | null): Partial<Record<Name, string>> {
  const dates: Partial<Record<string, string>> = date === null ? {} : { [name]: date.toISOString() };
  return dates;
}
