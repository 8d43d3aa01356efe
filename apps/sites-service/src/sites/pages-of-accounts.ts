import type { StopSource } from '@haru/contracts';
import { queryPrepared } from '@haru/database';
import type { EntityManager } from 'typeorm';
import { SITES_BY_IDS } from '../tables/columns.js';

/**
 * Lets search engines show the account's pages. The caller holds the account's lock (`lockAccount`): a page that is
 * published concurrently is either among these or finds the row of `confirmed_accounts`.
 * @returns the paths of the pages that changed
 */
export async function indexPagesOfAccount(manager: EntityManager, accountId: string): Promise<string[]> {
  await manager.query(
    `INSERT INTO confirmed_accounts (account_id) VALUES ($1)
     ON CONFLICT (account_id) DO UPDATE SET confirmed_at = now()`,
    [accountId],
  );
  const [changed] = await manager.query<[{ path: string }[], number]>(
    'UPDATE sites SET owner_unconfirmed = false WHERE user_id = $1 AND owner_unconfirmed RETURNING path',
    [accountId],
  );
  return changed.map(({ path }) => path);
}

/** Does the same for pages published with an older token. The caller shares the locks of their accounts. */
export async function indexPagesOfConfirmedAccounts(manager: EntityManager, siteIds: readonly string[]) {
  if (siteIds.length === 0) return [];
  const changed = await queryPrepared<{ path: string }>(
    manager,
    `UPDATE sites SET owner_unconfirmed = false
     FROM (SELECT id, account_id FROM ${SITES_BY_IDS} JOIN confirmed_accounts ON account_id = user_id) AS confirmed
     WHERE sites.id = confirmed.id AND sites.user_id = account_id
     RETURNING path`,
    [siteIds],
  );
  return changed.map(({ path }) => path);
}

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
