import { randomUUID } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import { advisoryLocks } from '@haru/database';
import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { Identity } from '../tables/account/identity.entity.js';
import { endOtherClaims } from '../accounts/addresses/confirm-address.js';
import { newUser } from '../accounts/new-user.js';
import { User } from '../tables/account/user.entity.js';
import { OneTimeToken } from '../tables/mail/one-time-token.entity.js';
import { isBanned } from '../sessions/session-state.js';
import { endSessions } from '../sessions/session-rows.js';
import { lockLiveAccount } from '../tables/account/read-account.js';

/** A third party identifies a person so. */
export interface ExternalPerson {
  provider: string;
  /** This is the person's id there; it never changes. */
  subject: string;
  /** The address is in lower case. It is set only if the third party has verified it. */
  verifiedEmail?: string | undefined;
  identityData: ObjectLiteral;
  userMetadata: ObjectLiteral;
}

interface ExternalAccount {
  user: User;
  /** The caller announces these ended sessions after the commit. */
  endedSessions: string[];
}

/**
 * Finds or creates the account of a person, in the caller's transaction: the one that has the identity, else the one
 * that has the verified address, else a new one.
 * @throws ServiceError user_banned
 */
export async function accountOfPerson(
  manager: EntityManager,
  person: ExternalPerson,
  now: Date,
): Promise<ExternalAccount> {
  const { provider, subject } = person;
  // Concurrent first sign-ins are serialised, so that the second finds the account of the first.
  await lockPerson(manager, person);
  const identity = await manager.findOneBy(Identity, { provider, providerId: subject });
  if (identity !== null) {
    const user = await manager.findOneByOrFail(User, { id: identity.userId });
    assertNotBanned(user, now);
    await manager.update(Identity, identity.id, { identityData: person.identityData, updatedAt: now });
    return { user, endedSessions: [] };
  }
  const account = await accountOfAddress(manager, person, now);
  assertNotBanned(account.user, now);
  await addIdentity(manager, account.user, person, now);
  return account;
}

/** Serialises requests for one person until the end of the transaction. */
export async function lockPerson(manager: EntityManager, { provider, subject }: ExternalPerson): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
    `${provider} ${subject}`,
    advisoryLocks.externalPerson,
  ]);
}

/** Adds the person's identity to the account. Updates `user` too. */
export async function addIdentity(
  manager: EntityManager,
  user: User,
  { provider, subject, identityData }: ExternalPerson,
  now: Date,
): Promise<void> {
  await manager.insert(Identity, {
    id: randomUUID(),
    userId: user.id,
    provider,
    providerId: subject,
    identityData,
    lastSignInAt: now,
    createdAt: now,
    updatedAt: now,
  });
  const providers = [...new Set([...stringsOf(user.appMetadata['providers']), provider])];
  user.appMetadata = { ...user.appMetadata, providers };
  await manager.update(User, user.id, { appMetadata: user.appMetadata, updatedAt: now });
}

async function accountOfAddress(manager: EntityManager, person: ExternalPerson, now: Date): Promise<ExternalAccount> {
  const { provider, verifiedEmail: email } = person;
  const fresh = newUser(
    {
      email: email ?? null,
      emailConfirmedAt: email === undefined ? null : now,
      userMetadata: { ...person.userMetadata },
      appMetadata: { provider, providers: [provider] },
    },
    now,
  );
  const inserted = await manager
    .createQueryBuilder()
    .insert()
    .into(User)
    .values(fresh)
    .orIgnore()
    .returning('id')
    .execute();
  if ((inserted.raw as unknown[]).length > 0) return { user: fresh, endedSessions: [] };

  const user = email === undefined ? null : await lockLiveAccount(manager, { email });
  if (user === null) throw new Error('the account of this address was deleted while it was looked for');
  const endedSessions = user.emailConfirmedAt === null ? await claimUnconfirmedUser(manager, user, now) : [];
  return { user, endedSessions };
}

/**
 * Gives an account with an unconfirmed address to the owner of the address. Another person may have registered it, so its
 * password, identities, sessions and tokens are removed.
 */
async function claimUnconfirmedUser(manager: EntityManager, user: User, now: Date): Promise<string[]> {
  await manager.delete(Identity, { userId: user.id });
  await manager.delete(OneTimeToken, { userId: user.id });
  user.emailConfirmedAt = now;
  user.newEmail = null;
  user.isClaim = false;
  user.userMetadata = { email_verified: true };
  await manager.update(User, user.id, {
    encryptedPassword: null,
    emailConfirmedAt: now,
    newEmail: null,
    isClaim: false,
    userMetadata: user.userMetadata,
  });
  if (user.email !== null) await endOtherClaims(manager, user.email, user.id);
  return endSessions(manager, { userId: user.id });
}

function assertNotBanned(user: User, now: Date): void {
  if (user.deletedAt !== null || isBanned(user, now)) throw new ServiceError('user_banned');
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
