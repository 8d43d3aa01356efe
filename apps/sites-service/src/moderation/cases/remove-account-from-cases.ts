import type { EntityManager } from 'typeorm';

/** Removes a deleted account and its addresses from its reports and cases. The decisions stay. */
export async function removeAccountFromCases(manager: EntityManager, accountId: string): Promise<void> {
  await manager.query(
    `DELETE FROM case_links WHERE report_id IS NULL AND case_id IN (SELECT id FROM cases WHERE owner_id = $1)`,
    [accountId],
  );
  await manager.query('UPDATE cases SET owner_id = NULL WHERE owner_id = $1', [accountId]);
  await manager.query('UPDATE case_reports SET email = NULL, account_id = NULL WHERE account_id = $1', [accountId]);
  await manager.query('UPDATE case_steps SET actor_id = NULL WHERE actor_id = $1', [accountId]);
}
