import { ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { Session } from '../tables/sign-in/session.entity.js';

export interface RaisedSession {
  session: Session;
  /** The account's other sessions at aal1 have ended with it; the caller announces them after the commit. */
  ended: string[];
  at: Date;
}

interface SecondStep {
  userId: string;
  sessionId: string;
  method: 'totp' | 'recovery_code';
  /** The code comes from this authenticator app; null for a recovery code. */
  factorId: string | null;
}

/** Raises a session to aal2. Its earlier refresh tokens are refused from then on. */
export async function raiseSession(
  manager: EntityManager,
  { userId, sessionId, method, factorId }: SecondStep,
  now: Date,
): Promise<RaisedSession> {
  // Sessions are locked in one order everywhere, which prevents deadlocks.
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
  // The counter grows by two, so that the previously active token is not the direct parent of the new one.
  session.refreshCounter += 2;
  session.refreshFloor = session.refreshCounter;
  session.refreshedAt = now;
  const { aal, amr, refreshCounter, refreshFloor, refreshedAt } = session;
  await manager.update(Session, sessionId, { aal, amr, factorId, refreshCounter, refreshFloor, refreshedAt });
  const ended = sessions.filter((other) => other.id !== sessionId && other.aal === 'aal1').map(({ id }) => id);
  if (ended.length > 0) await manager.delete(Session, ended);
  return { session, ended, at: now };
}
