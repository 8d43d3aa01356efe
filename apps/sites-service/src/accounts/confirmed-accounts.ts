import { queryPrepared } from '@haru/database';
import type { DataSource, EntityManager } from 'typeorm';

/** Until then a page may come that was published as a temporary account's: an access token is good for an hour. */
const KEPT_HOURS = 24;

/**
 * Search engines may show what the account has published. The caller holds its lock (`lockAccount`), so that a page
 * which is being published now is either among these or finds the account noted.
 */
export async function indexPagesOfAccount(manager: EntityManager, accountId: string): Promise<void> {
  await manager.query(
    `INSERT INTO confirmed_accounts (account_id) VALUES ($1)
     ON CONFLICT (account_id) DO UPDATE SET confirmed_at = EXCLUDED.confirmed_at`,
    [accountId],
  );
  await manager.query('UPDATE sites SET owner_unconfirmed = false WHERE user_id = $1 AND owner_unconfirmed', [
    accountId,
  ]);
}

/** The same for pages that came with an old token. The caller shares the locks of their accounts. */
export async function indexPagesOfConfirmedAccounts(manager: EntityManager, siteIds: readonly string[]): Promise<void> {
  if (siteIds.length === 0) return;
  await queryPrepared(
    manager,
    `UPDATE sites SET owner_unconfirmed = false
     FROM confirmed_accounts AS confirmed
     WHERE sites.id = ANY ($1::uuid[]) AND confirmed.account_id = sites.user_id`,
    [siteIds],
  );
}

export async function purgeConfirmedAccounts(dataSource: DataSource, now: Date): Promise<void> {
  await dataSource.query(
    `DELETE FROM confirmed_accounts WHERE confirmed_at < $1::timestamptz - make_interval(hours => ${KEPT_HOURS})`,
    [now],
  );
}
