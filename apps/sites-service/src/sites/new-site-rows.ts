import { limits, type PublishedSite } from '@haru/contracts';
import type { PublishingChange } from '@haru/events';
import { QueryFailedError, type DataSource } from 'typeorm';

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

// A path given up lately is kept for its former owner, one whose page was stopped from everybody.
const RESERVED = `(
  EXISTS (SELECT FROM reserved_paths r WHERE r.path = $4 AND r.user_id <> $2::uuid AND r.reserved_until > $7::timestamptz)
  OR EXISTS (SELECT FROM stopped_paths WHERE path = $4))`;

const INSERT_SITE = `
  INSERT INTO sites (${COLUMNS}) SELECT ${VALUES} WHERE NOT ${RESERVED}
  ON CONFLICT (path) DO NOTHING RETURNING 1`;

// Of two calls at once the second waits here for the first to end, and then claims nothing.
const CLAIM_KEY = `
  INSERT INTO idempotent_creates AS earlier (user_id, key, content_hash, site_id, answer, created_at)
  SELECT $2::uuid, $9::text, $10::text, $1::uuid, $11::json, $7::timestamptz WHERE NOT ${RESERVED}
  ON CONFLICT (user_id, key) DO UPDATE
    SET content_hash = EXCLUDED.content_hash, site_id = EXCLUDED.site_id, answer = EXCLUDED.answer,
        created_at = EXCLUDED.created_at
    WHERE earlier.created_at <= EXCLUDED.created_at - make_interval(hours => ${limits.idempotencyKeyHours})
  RETURNING 1`;

const WITHOUT_KEY = {
  steps: `made AS (${INSERT_SITE})`,
  happened: 'EXISTS (SELECT FROM made)',
  reply: 'EXISTS (SELECT FROM made) AS "isMade", false AS "isKeyUsed"',
};

// A path that is taken is an error here, so that it undoes the claim, too.
const WITH_KEY = {
  steps: `claimed AS (${CLAIM_KEY}), made AS (INSERT INTO sites (${COLUMNS}) SELECT ${VALUES} FROM claimed RETURNING 1)`,
  happened: 'EXISTS (SELECT FROM made)',
  reply: `EXISTS (SELECT FROM made) AS "isMade",
    NOT EXISTS (SELECT FROM claimed) AND NOT ${RESERVED} AS "isKeyUsed"`,
};

/** What became of a site to be. Neither: its path is taken or reserved. */
export interface SiteOutcome {
  isMade: boolean;
  /** The account used the key within the last 24 hours. */
  isKeyUsed: boolean;
}

/**
 * The site, with what makes a repeat harmless, to be written together with its event; answers a `SiteOutcome`.
 * With a key, a path that is taken fails the statement: see `isPathTaken`.
 */
export function newSite(site: NewSite, once: IdempotentCreate | undefined): PublishingChange {
  const parameters = parametersOf(site);
  if (!once) return { ...WITHOUT_KEY, parameters };
  return { ...WITH_KEY, parameters: [...parameters, once.key, once.contentHash, JSON.stringify(once.answer)] };
}

/** Whether a statement failed because another site has the path. */
export function isPathTaken(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'sites_path_key';
}

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
