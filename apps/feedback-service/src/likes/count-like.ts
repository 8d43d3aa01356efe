import type { EntityManager } from 'typeorm';

/**
 * Counts a like unless one of these likers liked today (a day of Japan). The total is a row of its own, so that
 * reading it costs the same however many there are.
 * @returns whether it counted
 */
export async function countLike(manager: EntityManager, likers: readonly Buffer[]): Promise<boolean> {
  // In one order always: two likes of the same people at once must not wait for each other.
  const entered = await manager.query<unknown[]>(
    `INSERT INTO like_keys (day, key)
     SELECT (now() AT TIME ZONE 'Asia/Tokyo')::date, key FROM unnest($1::bytea[]) AS key ORDER BY key
     ON CONFLICT DO NOTHING RETURNING 1`,
    [likers],
  );
  if (entered.length < likers.length) return false;
  await manager.query('UPDATE like_total SET total = total + 1');
  return true;
}
