// HTML that was used recently is not updated, so that publishes of one page do not wait for each other's commit.
// The rows are sorted, so that two statements cannot deadlock.
const insertContents = (versions: string) => `
  INSERT INTO contents (hash, html, format, rendered, used_at)
  SELECT DISTINCT ON (content_hash) content_hash, html, format, rendered, now() FROM ${versions} AS given
  WHERE html IS NOT NULL AND NOT EXISTS (SELECT FROM contents AS recent
    WHERE recent.hash = given.content_hash AND recent.used_at > now() - interval '10 minutes')
  ORDER BY content_hash
  ON CONFLICT (hash) DO UPDATE SET used_at = EXCLUDED.used_at`;

const VERSION = 'number, content_hash, title, bytes, source, key_name, label, check_result, created_at';

/**
 * Returns the common table expressions that insert versions and their contents.
 * @param versions a table expression with `id` and `user_id` of the site, the columns of a version, and those of a
 *   content: `html` is null for a tree, `format` and `rendered` also for HTML
 */
export function insertVersions(versions: string): string {
  return `kept AS (${insertContents(versions)}),
    versioned AS (
      INSERT INTO page_versions (site_id, account_id, ${VERSION}) SELECT id, user_id, ${VERSION} FROM ${versions})`;
}

/** Writes `VALUES ($1::uuid, …), …`: the first parameters of a statement as rows with columns of these types. */
export function valuesClause(count: number, types: readonly string[]): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const places = types.map((type, column) => `$${row * types.length + column + 1}::${type}`);
    return `(${places.join(', ')})`;
  });
  return `VALUES ${rows.join(', ')}`;
}
