import type { DataSource, EntityManager } from 'typeorm';
import { insertVersions } from './version-rows.js';

/** Up to 1 MiB each. */
const BATCH = 32;

/**
 * Moves the pages of rows of the version before to `contents`.
 * @param condition which rows; `$1` is its parameter
 * @param locked what becomes of locked rows: nothing, or they are waited for
 */
function moving(condition: string, locked: 'SKIP LOCKED' | ''): string {
  return `
    WITH due AS MATERIALIZED (
      SELECT id, user_id, title, html_content AS html, created_at, content_hash IS NULL AS is_left,
        coalesce(content_hash, sha256(convert_to(html_content, 'UTF8'))) AS content_hash,
        octet_length(html_content) AS bytes
      FROM sites WHERE html_content IS NOT NULL AND ${condition} ORDER BY id LIMIT ${BATCH}
      FOR NO KEY UPDATE ${locked}
    ),
    first_versions AS (SELECT due.*, 1 AS number, 'api' AS source, NULL::text AS label, NULL::jsonb AS check_result FROM due WHERE is_left),
    ${insertVersions('first_versions')}
    UPDATE sites SET content_hash = due.content_hash, bytes = due.bytes,
      html_content = CASE WHEN (SELECT until > now() FROM content_migration) THEN sites.html_content END
    FROM due WHERE sites.id = due.id RETURNING sites.id`;
}

const MOVE_ONE = moving('id = $1', '');
const MOVE_NEXT = moving('(SELECT until <= now() FROM content_migration) AND id > $1::uuid', 'SKIP LOCKED');

/** Moves the page of one site. */
export async function moveContent(database: DataSource | EntityManager, siteId: string): Promise<void> {
  await database.query(MOVE_ONE, [siteId]);
}

/**
 * Moves a batch of pages in the order of the ids, once no process of the version before is left.
 * @returns the last id of the batch; undefined when there are no more behind `after`
 */
export async function moveNextContents(dataSource: DataSource, after: string): Promise<string | undefined> {
  const [moved] = await dataSource.query<[{ id: string }[], number]>(MOVE_NEXT, [after]);
  const ids = moved.map(({ id }) => id).sort();
  return ids.at(-1);
}
