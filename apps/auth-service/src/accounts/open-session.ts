import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Session } from '../entities/session.entity.js';

/** Starts a session for an account that has just proved who it is by `method`. */
export async function openSession(manager: EntityManager, userId: string, method: string, now: Date): Promise<Session> {
  const session = Object.assign(new Session(), {
    id: randomUUID(),
    userId,
    refreshCounter: 0,
    refreshFloor: 0,
    refreshedAt: now,
    aal: 'aal1' as const,
    factorId: null,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    createdAt: now,
  });
  await manager.insert(Session, session);
  return session;
}
