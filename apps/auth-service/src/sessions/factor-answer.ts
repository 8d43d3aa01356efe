import type { FactorAnswer } from '@haru/contracts';
import { type EntityManager, MoreThan } from 'typeorm';
import { Factor } from '../tables/sign-in/factor.entity.js';

/** The owner has this long to scan the QR code and type the first code. */
export const UNVERIFIED_LIFE_MS = 300_000;

/** The auth API shows a factor without its secret. */
export function toFactorAnswer(factor: Factor): FactorAnswer {
  return {
    id: factor.id,
    ...(factor.friendlyName === '' ? {} : { friendly_name: factor.friendlyName }),
    factor_type: 'totp',
    status: factor.status,
    created_at: factor.createdAt.toISOString(),
    updated_at: factor.updatedAt.toISOString(),
    ...(factor.lastChallengedAt === null ? {} : { last_challenged_at: factor.lastChallengedAt.toISOString() }),
  };
}

/** Lists the account's factors, oldest first, without expired unverified ones. */
export function factorsOf(manager: EntityManager, userId: string, now = new Date()): Promise<Factor[]> {
  return manager.find(Factor, {
    where: [
      { userId, status: 'verified' },
      { userId, status: 'unverified', createdAt: MoreThan(new Date(now.getTime() - UNVERIFIED_LIFE_MS)) },
    ],
    order: { createdAt: 'ASC' },
  });
}
