import type { EntityManager } from 'typeorm';

const RECHARGE = `
  UPDATE page_versions AS version SET bytes = charged.bytes FROM (
    SELECT site_id, number, coalesce(sum(files.bytes) FILTER (WHERE is_first AND NOT is_library), 0)::integer AS bytes FROM (
      SELECT site_id, number, file_hash,
        row_number() OVER (PARTITION BY site_id, file_hash ORDER BY number) = 1 AS is_first
      FROM page_versions JOIN content_files USING (content_hash) WHERE site_id = ANY ($1::uuid[])) AS files_of
    JOIN files ON files.hash = file_hash GROUP BY site_id, number) AS charged
  WHERE version.site_id = charged.site_id AND version.number = charged.number AND version.bytes <> charged.bytes`;

/**
 * Charges each file to the oldest version of its site that has it. Call it in the transaction that deletes versions:
 * files that later versions share with them would not count any more.
 */
export async function rechargeVersions(manager: EntityManager, siteIds: readonly string[]): Promise<void> {
  if (siteIds.length > 0) await manager.query(RECHARGE, [siteIds]);
}
