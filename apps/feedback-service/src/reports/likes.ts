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
  // Always in one order: two concurrent likes of the same people must not wait for each other.
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
 * Who likes, as keys of which each counts once a day: the account and the device, where there are both, so that neither
 * a second account nor signing out makes a second like.
 *
 * A device is the random id that its browser keeps. By address alone all people in one school or behind one carrier's
 * NAT would be one, so it only counts where nothing else is known. New ids cost a script nothing; the limit for it
 * is the gateway's, per address.
 */
export function likersOf({ device, network }: Pick<Submission, 'device' | 'network'>, caller: Caller): Buffer[] {
  const keys = [
    ...(caller.role === 'authenticated' ? [`account ${caller.accountId}`] : []),
    ...(device === undefined ? [] : [`device ${device}`]),
  ];
  if (keys.length === 0) keys.push(`network ${network}`);
  return keys.map((key) => hash('sha256', key, 'buffer'));
}
