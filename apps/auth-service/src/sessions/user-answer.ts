import type { IdentityAnswer, UserAnswer } from '@haru/contracts';
import { type EntityManager, In } from 'typeorm';
import { Factor } from '../tables/sign-in/factor.entity.js';
import { Identity } from '../tables/account/identity.entity.js';
import type { User } from '../tables/account/user.entity.js';
import { factorsOf, toFactorAnswer } from './factor-answer.js';

/** Shows the account as the auth API does, with its ways of signing in. */
export async function userAnswerOf(manager: EntityManager, user: User): Promise<UserAnswer> {
  // A temporary account has no ways of signing in.
  if (user.isAnonymous) return toUserAnswer(user);
  const identities = await manager.find(Identity, { where: { userId: user.id }, order: { createdAt: 'ASC' } });
  return toUserAnswer(user, identities, await factorsOf(manager, user.id));
}

/** Dates that are not set are left out, and hashes are never included. */
export function toUserAnswer(
  user: User,
  identities: readonly Identity[] = [],
  factors: readonly Factor[] = [],
): UserAnswer {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: '',
    ...whenSet('email_confirmed_at', user.emailConfirmedAt),
    ...whenSet('confirmed_at', user.emailConfirmedAt),
    ...whenSet('confirmation_sent_at', user.confirmationSentAt),
    ...whenSet('recovery_sent_at', user.recoverySentAt),
    ...(user.newEmail === null ? {} : { new_email: user.newEmail }),
    ...whenSet('email_change_sent_at', user.emailChangeSentAt),
    ...whenSet('reauthentication_sent_at', user.reauthenticationSentAt),
    ...whenSet('invited_at', user.invitedAt),
    ...whenSet('last_sign_in_at', user.lastSignInAt),
    ...whenSet('banned_until', user.bannedUntil),
    ...whenSet('deleted_at', user.deletedAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: identities.map(toIdentityAnswer),
    ...(factors.length > 0 ? { factors: factors.map(toFactorAnswer) } : {}),
    is_anonymous: user.isAnonymous,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}

function toIdentityAnswer(identity: Identity): IdentityAnswer {
  const { email }: { email?: unknown } = identity.identityData;
  return {
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.userId,
    provider: identity.provider,
    identity_data: identity.identityData,
    ...(typeof email === 'string' ? { email } : {}),
    ...whenSet('last_sign_in_at', identity.lastSignInAt),
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
  };
}

function whenSet<Name extends string>(name: Name, date: Date | null): Partial<Record<Name, string>> {
  const dates: Partial<Record<string, string>> = date === null ? {} : { [name]: date.toISOString() };
  return dates;
}

/** Shows many accounts as the auth API does, in two queries. */
export async function userAnswersOf(manager: EntityManager, users: readonly User[]): Promise<UserAnswer[]> {
  const where = { userId: In(users.map(({ id }) => id)) };
  const order = { createdAt: 'ASC' } as const;
  const identities = Map.groupBy(await manager.find(Identity, { where, order }), ({ userId }) => userId);
  const factors = Map.groupBy(await manager.find(Factor, { where, order }), ({ userId }) => userId);
  return users.map((user) => toUserAnswer(user, identities.get(user.id), factors.get(user.id)));
}
