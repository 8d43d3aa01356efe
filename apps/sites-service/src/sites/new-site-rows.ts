import { limits, type PublishedSite } from '@haru/contracts';
import type { DataSource, EntityManager } from 'typeorm';

/** A row of `sites` as publishing writes it. */
export interface NewSite {
  id: string;
  userId: string;
  title: string;
  path: string;
  htmlContent: string;
  storagePath: string;
  createdAt: Date;
  expiresAt: Date;
}

/** What makes a repeated create answer the first result. */
export interface IdempotentCreate {
  key: string;
  contentHash: string;
  answer: PublishedSite;
}

const COLUMNS = 'id, user_id, title, path, html_content, storage_path, created_at, last_modified, expires_at';
const VALUES = '$1::uuid, $2::uuid, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz, $8::timestamptz';

// A path given up lately is kept for its former owner.
const UNLESS_RESERVED = `
  WHERE NOT EXISTS (SELECT FROM reserved_paths r WHERE r.path = $4 AND r.user_id <> $2::uuid AND r.reserved_until > $7)`;

const INSERT_SITE = `
  INSERT INTO sites (${COLUMNS}) SELECT ${VALUES} ${UNLESS_RESERVED}
  ON CONFLICT (path) DO NOTHING RETURNING 1`;

// One statement, so that a key costs no further round trip. Of two calls at once the second waits here for the
// first to end, and then claims nothing.
const INSERT_SITE_ONCE = `
  WITH claimed AS (
    INSERT INTO idempotent_creates AS earlier (user_id, key, content_hash, site_id, answer, created_at)
    VALUES ($2::uuid, $9, $10, $1::uuid, $11::json, $7::timestamptz)
    ON CONFLICT (user_id, key) DO UPDATE
      SET content_hash = EXCLUDED.content_hash, site_id = EXCLUDED.site_id, answer = EXCLUDED.answer,
          created_at = EXCLUDED.created_at
      WHERE earlier.created_at <= EXCLUDED.created_at - make_interval(hours => ${limits.idempotencyKeyHours})
    RETURNING 1
  ), made AS (
    INSERT INTO sites (${COLUMNS}) SELECT ${VALUES} FROM claimed ${UNLESS_RESERVED}
    ON CONFLICT (path) DO NOTHING RETURNING 1
  )
  SELECT EXISTS (SELECT FROM claimed) AS claimed, EXISTS (SELECT FROM made) AS made`;

function parametersOf(site: NewSite): unknown[] {
  return [
    site.id,
    site.userId,
    site.title,
    site.path,
    site.htmlContent,
    site.storagePath,
    site.createdAt,
    site.expiresAt,
  ];
}

/** @returns false when the path is taken. */
export async function insertSite(manager: EntityManager, site: NewSite): Promise<boolean> {
  const rows = await manager.query<unknown[]>(INSERT_SITE, parametersOf(site));
  return rows.length > 0;
}

/** @returns `claimed` false: the account used the key within the last 24 hours; `made` false: the path is taken. */
export async function insertSiteOnce(
  manager: EntityManager,
  site: NewSite,
  { key, contentHash, answer }: IdempotentCreate,
): Promise<{ claimed: boolean; made: boolean }> {
  const rows = await manager.query<{ claimed: boolean; made: boolean }[]>(INSERT_SITE_ONCE, [
    ...parametersOf(site),
    key,
    contentHash,
    JSON.stringify(answer),
  ]);
  return rows[0] ?? { claimed: false, made: false };
}

/** What the account's first call with this key was and was told. */
export async function earlierAnswer(
  dataSource: DataSource,
  userId: string,
  key: string,
): Promise<{ contentHash: string; answer: PublishedSite } | undefined> {
  const rows = await dataSource.query<{ contentHash: string; answer: PublishedSite }[]>(
    `SELECT content_hash AS "contentHash", answer FROM idempotent_creates WHERE user_id = $1 AND key = $2`,
    [userId, key],
  );
  return rows[0];
}
