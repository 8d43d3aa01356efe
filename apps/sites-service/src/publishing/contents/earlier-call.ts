import { HOUR_MS, limits, ServiceError } from '@haru/contracts';
import { type DataSource, MoreThan } from 'typeorm';
import type { PagePasswords } from '../../sites/page-passwords.js';
import { IdempotentCreate } from '../../tables/idempotent-create.entity.js';

interface Call extends Pick<IdempotentCreate, 'userId' | 'key' | 'contentHash'> {
  /** `contentHash` leaves it out, because it is stored and is too quick to compute. */
  password: string | undefined;
}

/**
 * Finds the call that this one repeats, with its answer.
 * @throws ServiceError IDEMPOTENCY_KEY_REUSED when the account used the key for another call
 */
export async function findEarlierCall(
  { manager }: DataSource,
  passwords: Pick<PagePasswords, 'matches'>,
  { userId, key, contentHash, password }: Call,
): Promise<IdempotentCreate | null> {
  const createdAt = MoreThan(new Date(Date.now() - limits.idempotencyKeyHours * HOUR_MS));
  const earlier = await manager.findOneBy(IdempotentCreate, { userId, key, createdAt });
  if (!earlier) return null;
  const isSame =
    earlier.contentHash === contentHash &&
    (password === undefined || (await passwords.matches(earlier.siteId, password)));
  if (!isSame) throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
  return earlier;
}
