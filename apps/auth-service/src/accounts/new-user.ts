import { randomUUID } from 'node:crypto';
import type { EntityManager, ObjectLiteral } from 'typeorm';
import { Identity } from '../tables/account/identity.entity.js';
import { User } from '../tables/account/user.entity.js';

/** Makes an account in which only the given members are set. It is not in the database yet. */
export function newUser(members: Partial<User>, now: Date): User {
  return Object.assign(new User(), {
    id: randomUUID(),
    email: null,
    encryptedPassword: null,
    isAnonymous: false,
    isClaim: false,
    userMetadata: {},
    appMetadata: {},
    haruRole: null,
    emailConfirmedAt: null,
    newEmail: null,
    emailChangeConfirmed: null,
    confirmationSentAt: null,
    recoverySentAt: null,
    emailChangeSentAt: null,
    reauthenticationSentAt: null,
    invitedAt: null,
    lastActiveAt: now,
    lastSignInAt: null,
    bannedUntil: null,
    banReason: null,
    expiryMails: true,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
    ...members,
  });
}

/** This is the `app_metadata` of an account that signs in by e-mail. */
export const emailAppMetadata = { provider: 'email', providers: ['email'] };

/** This is the `app_metadata` of a temporary account. */
export const anonymousAppMetadata: ObjectLiteral = { provider: 'anonymous', providers: ['anonymous'] };

/**
 * Inserts an account of an address with its e-mail identity.
 * @returns false when another account has the address; then nothing is inserted
 */
export async function insertEmailUser(manager: EntityManager, user: User, now: Date): Promise<boolean> {
  const inserted = await manager
    .createQueryBuilder()
    .insert()
    .into(User)
    .values(user)
    .orIgnore()
    .returning('id')
    .execute();
  const rows = inserted.raw as unknown[];
  if (rows.length === 0) return false;
  await insertEmailIdentity(manager, user, now);
  return true;
}

async function insertEmailIdentity(manager: EntityManager, user: User, now: Date): Promise<void> {
  await manager.insert(Identity, {
    id: randomUUID(),
    userId: user.id,
    provider: 'email',
    providerId: user.id,
    identityData: emailIdentityData(user),
    lastSignInAt: user.lastSignInAt,
    createdAt: now,
    updatedAt: now,
  });
}

/** Copies the account's address to its e-mail identity, which is added if it is missing. */
export async function syncEmailIdentity(manager: EntityManager, user: User, now: Date): Promise<void> {
  const { affected } = await manager.update(
    Identity,
    { userId: user.id, provider: 'email' },
    { identityData: emailIdentityData(user), updatedAt: now },
  );
  if (affected === 0) await insertEmailIdentity(manager, user, now);
}

function emailIdentityData(user: User): ObjectLiteral {
  return { sub: user.id, email: user.email, email_verified: user.emailConfirmedAt !== null, phone_verified: false };
}
