import { hash } from 'node:crypto';
import type { Caller, Submission } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { LikeTotal } from '../tables/submission.entity.js';

/**
 * Counts a like unless one of these likers liked today (a day of Japan). The total is a row of its own, so that
 * reading it costs the same however many there are.
 * @returns whether it counted
 */
export async function countLike(manager: EntityManager, likers: readonly Buffer[]): Promise<boolean> {
  // The keys are always in one order, so that concurrent likes cannot deadlock.
  const entered = await manager.query<unknown[]>(
    `INSERT INTO like_keys (day, key)
     SELECT (now() AT TIME ZONE 'Asia/Tokyo')::date, key FROM unnest($1::bytea[]) AS key ORDER BY key
     ON CONFLICT DO NOTHING RETURNING 1`,
    [likers],
  );
  if (entered.length < likers.length) return false;
  await manager.increment(LikeTotal, { onlyRow: true }, 'total', 1);
  return true;
}

/**
 * Returns the keys of a liker, each of which counts once a day: account and device if both are known, so that neither a
 * second account nor signing out adds a like.
 * A device is the random id that its browser stores. Many people share one address (schools, a carrier's NAT), so the
 * address is used only if nothing else is known. A script can make new ids freely; the gateway limits it by address.
 */
export function likersOf({ device, network }: Pick<Submission, 'device' | 'network'>, caller: Caller): Buffer[] {
  const keys = [
    ...(caller.role === 'authenticated' ? [`account ${caller.accountId}`] : []),
    ...(device === undefined ? [] : [`device ${device}`]),
  ];
  if (keys.length === 0) keys.push(`network ${network}`);
  return keys.map((key) => hash('sha256', key, 'buffer'));
}
