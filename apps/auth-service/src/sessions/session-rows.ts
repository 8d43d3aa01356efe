import { randomUUID } from 'node:crypto';
import type { ClientDevice, RequestContext } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { Identity } from '../tables/account/identity.entity.js';
import { Session } from '../tables/sign-in/session.entity.js';
import { User } from '../tables/account/user.entity.js';

/** States how an account has just proved who it is, and from which device. */
export interface SignInProof {
  method: string;
  device: RequestContext['device'];
  /** The provider whose identity was proved; the address was proved if it is absent. */
  provider?: string;
}

export function deviceColumns({ userAgent, network }: ClientDevice = {}): Pick<Session, 'userAgent' | 'network'> {
  return { userAgent: userAgent ?? null, network: network ?? null };
}

/** Makes a session for an account that has just proved who it is. It is not in the database yet. */
export function newSession(userId: string, { method, device }: SignInProof, now: Date): Session {
  return Object.assign(new Session(), {
    id: randomUUID(),
    userId,
    refreshCounter: 0,
    refreshFloor: 0,
    refreshedAt: now,
    aal: 'aal1' as const,
    factorId: null,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    createdAt: now,
    ...deviceColumns(device),
  });
}

/** Starts a session for an account that has just proved who it is. */
export async function openSession(
  manager: EntityManager,
  userId: string,
  proof: SignInProof,
  now: Date,
): Promise<Session> {
  const session = newSession(userId, proof, now);
  await manager.insert(Session, session);
  return session;
}

/** Opens a session after a successful sign-in and notes its time, in the caller's transaction. */
export async function signInSession(
  manager: EntityManager,
  user: User,
  proof: SignInProof,
  now: Date,
): Promise<Session> {
  user.lastSignInAt = now;
  await manager.update(User, user.id, { lastSignInAt: now, lastActiveAt: now });
  await manager.update(Identity, { userId: user.id, provider: proof.provider ?? 'email' }, { lastSignInAt: now });
  return openSession(manager, user.id, proof, now);
}

/** Selects sessions of an account: all, one, or all but one. */
interface SessionChoice {
  userId: string;
  only?: string | undefined;
  except?: string | undefined;
}

/** Deletes sessions in the caller's transaction. @returns their ids, to be announced after the commit */
export async function endSessions(
  manager: Pick<EntityManager, 'query'>,
  { userId, only, except }: SessionChoice,
): Promise<string[]> {
  // The rows are locked in one order, so that two concurrent sign-outs of an account cannot deadlock. The clean-up of
  // temporary accounts reads when the account was last used.
  const rows = await manager.query<{ id: string }[]>(
    `WITH ending AS (
       SELECT id FROM sessions
       WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR id <> $3)
       ORDER BY id FOR UPDATE
     ), ended AS (
       DELETE FROM sessions USING ending WHERE sessions.id = ending.id RETURNING sessions.id
     ), seen AS (
       UPDATE users SET last_active_at = now() WHERE id = $1 AND is_anonymous AND EXISTS (SELECT FROM ended)
     )
     SELECT id FROM ended`,
    [userId, only ?? null, except ?? null],
  );
  return rows.map((row) => row.id);
}
