import type { StopSource } from '@haru/contracts';
import { queryPrepared } from '@haru/database';
import type { EntityManager } from 'typeorm';

export const BY_BAN: StopSource = 'ban';

/** Also stops pages published while the account was being banned. @returns the paths of the pages that were stopped */
export async function stopBecauseOfBan(manager: EntityManager, accountId: string): Promise<string[]> {
  // Few pages belong to a banned account, so the update is skipped where possible.
  if (!(await isAnyAccountBanned(manager, [accountId]))) return [];
  const [stopped] = await manager.query<[{ path: string }[], number]>(
    `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = banned.reason, stopped_source = $2
     FROM banned_accounts AS banned
     WHERE banned.user_id = $1 AND sites.user_id = $1 AND (stopped_at IS NULL OR stopped_source = $2)
     RETURNING path`,
    [accountId, BY_BAN],
  );
  return stopped.map(({ path }) => path);
}

export async function isAnyAccountBanned(manager: EntityManager, accountIds: readonly string[]): Promise<boolean> {
  const sql = 'SELECT FROM banned_accounts WHERE user_id = ANY ($1::uuid[]) LIMIT 1';
  return (await queryPrepared(manager, sql, [accountIds])).length > 0;
}
