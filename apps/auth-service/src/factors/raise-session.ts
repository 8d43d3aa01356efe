import { ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { Session } from '../tables/sign-in/session.entity.js';

export interface RaisedSession {
  session: Session;
  /** The account's other sessions at aal1, which ended with it; to be announced after the commit. */
  ended: string[];
  at: Date;
}

interface SecondStep {
  userId: string;
  sessionId: string;
  method: 'totp' | 'recovery_code';
  /** The authenticator app that the code is from; null for a recovery code. */
  factorId: string | null;
}

/** Raises a session to aal2. Earlier refresh tokens of it are refused from then on. */
export async function raiseSession(
  manager: EntityManager,
  { userId, sessionId, method, factorId }: SecondStep,
  now: Date,
): Promise<RaisedSession> {
  // Locked in one order everywhere, against deadlocks.
  const sessions = await manager.find(Session, {
    where: { userId },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined) throw new ServiceError('session_not_found');
  session.aal = 'aal2';
  session.factorId = factorId;
  session.amr = [
    { method, timestamp: Math.floor(now.getTime() / 1000) },
    ...session.amr.filter((entry) => entry.method !== method),
  ];
  // By two, so that the token that was active is not the direct parent of the new one.
  session.refreshCounter += 2;
  session.refreshFloor = session.refreshCounter;
  session.refreshedAt = now;
  const { aal, amr, refreshCounter, refreshFloor, refreshedAt } = session;
  await manager.update(Session, sessionId, { aal, amr, factorId, refreshCounter, refreshFloor, refreshedAt });
  const ended = sessions.filter((other) => other.id !== sessionId && other.aal === 'aal1').map(({ id }) => id);
  if (ended.length > 0) await manager.delete(Session, ended);
  return { session, ended, at: now };
}
