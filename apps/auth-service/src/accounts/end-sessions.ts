import type { EntityManager } from 'typeorm';

/** Which sessions of an account: all, one, all but one. */
export interface SessionChoice {
  userId: string;
  only?: string | undefined;
  except?: string | undefined;
}

/** Deletes sessions in the caller's transaction. @returns their ids, to be announced after the commit */
export async function endSessions(
  manager: Pick<EntityManager, 'query'>,
  { userId, only, except }: SessionChoice,
): Promise<string[]> {
  // Locked in one order, so that two sign-outs of an account at once cannot wait for each other.
  // That somebody was here until now is what the clean-up of temporary accounts goes by.
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
