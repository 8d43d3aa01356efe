import { HOUR_MS, limits } from '@haru/contracts';
import type { PublishingChange } from '@haru/events';
import { isPostgresError } from '@haru/database';
import { type DataSource, LessThan } from 'typeorm';
import { sitesTable } from '../tables/columns.js';
import { IdempotentCreate } from '../tables/idempotent-create.entity.js';
import type { Site } from '../tables/site.entity.js';

/** What publishing gives a row of `sites`; `last_modified` is `created_at`, the rest has defaults. */
const GIVEN = [
  'id',
  'userId',
  'title',
  'path',
  'htmlContent',
  'storagePath',
  'createdAt',
  'expiresAt',
  'ownerUnconfirmed',
] as const satisfies readonly (keyof Site)[];

export interface NewSite extends Omit<Pick<Site, (typeof GIVEN)[number]>, 'htmlContent'> {
  /** UTF-8. */
  htmlContent: Uint8Array;
  /** Bytes that all live pages of the account may have together, this one among them. */
  maxLiveBytes: number;
}

/** What makes a repeated create answer the first result. */
export type ClaimedKey = Pick<IdempotentCreate, 'key' | 'contentHash' | 'answer'>;

const givenColumns = GIVEN.map((property) => sitesTable[property]);
const GIVEN_NAMES = givenColumns.map(({ name }) => name).join(', ');
const COLUMNS = `${GIVEN_NAMES}, ${sitesTable.lastModified.name}`;
const VALUES = `${GIVEN_NAMES}, ${sitesTable.createdAt.name}`;
/** Of a `NewSite`'s parameters, in their order. */
const TYPES = [...givenColumns.map(({ type }) => type), 'bigint'];

// A path that was given up is kept for its former owner, and a stopped one for no account.
const RESERVED = `(
  EXISTS (SELECT FROM reserved_paths r
    WHERE r.path = given.path AND r.user_id <> given.user_id AND r.reserved_until > given.created_at)
  OR EXISTS (SELECT FROM stopped_paths s WHERE s.path = given.path))`;

/** The requested sites, whose parameters come first. */
function asked(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const places = TYPES.map((type, column) => `$${row * TYPES.length + column + 1}::${type}`);
    return `(${places.join(', ')})`;
  });
  return `asked AS (
    SELECT given.*, ${RESERVED} AS is_reserved
    FROM (VALUES ${rows.join(', ')})
      AS given (${GIVEN_NAMES}, max_live_bytes)),
    needed AS (
      SELECT user_id, sum(octet_length(html_content)) AS bytes, min(max_live_bytes) AS max_live_bytes
      FROM asked WHERE NOT is_reserved GROUP BY user_id),
    fitting AS (${LOCK_ACCOUNTS_THAT_FIT})`;
}

// Locks the latest version of the account's row until the commit: of two publishes for it the second waits here, and then
// counts what the first one published. A trigger adds the bytes. Sorted, so that two statements cannot deadlock.
const LOCK_ACCOUNTS_THAT_FIT = `
  INSERT INTO account_storage AS used (user_id, live_bytes, stored_bytes)
  SELECT user_id, 0, 0 FROM needed WHERE bytes <= max_live_bytes ORDER BY user_id
  ON CONFLICT (user_id) DO UPDATE SET live_bytes = used.live_bytes
    WHERE used.live_bytes <= (SELECT max_live_bytes - bytes FROM needed WHERE needed.user_id = used.user_id)
  RETURNING user_id`;

const MAY_BE_MADE = 'NOT is_reserved AND user_id IN (SELECT user_id FROM fitting)';

const INSERT_SITES = `
  INSERT INTO sites (${COLUMNS}) SELECT ${VALUES} FROM asked WHERE ${MAY_BE_MADE}
  ON CONFLICT (path) DO NOTHING RETURNING id`;

const OUTCOME = `EXISTS (SELECT FROM made WHERE made.id = asked.id) AS "isMade",
  NOT is_reserved AND user_id NOT IN (SELECT user_id FROM fitting) AS "isOverQuota"`;

// Of two concurrent calls the second waits here for the first to end, and then claims nothing.
const CLAIM_KEY = `
  INSERT INTO idempotent_creates AS earlier (user_id, key, content_hash, site_id, answer, created_at)
  SELECT user_id, $${TYPES.length + 1}::text, $${TYPES.length + 2}::text, id, $${TYPES.length + 3}::json, created_at
  FROM asked WHERE ${MAY_BE_MADE}
  ON CONFLICT (user_id, key) DO UPDATE
    SET content_hash = EXCLUDED.content_hash, site_id = EXCLUDED.site_id, answer = EXCLUDED.answer,
        created_at = EXCLUDED.created_at
    WHERE earlier.created_at <= EXCLUDED.created_at - make_interval(hours => ${limits.idempotencyKeyHours})
  RETURNING 1`;

const happened = 'SELECT id::text FROM made';

/** The result for one requested site. All false: its path is taken or reserved. */
export interface SiteOutcome {
  isMade: boolean;
  /** It and the sites of its account in the same statement exceed the quota. */
  isOverQuota: boolean;
  /** The account used the key within the last 24 hours. */
  isKeyUsed: boolean;
}

/** Writes sites together with their events; answers one `SiteOutcome` for each. */
export function newSites(sites: readonly NewSite[]): PublishingChange {
  return {
    steps: `${asked(sites.length)}, made AS (${INSERT_SITES})`,
    happened,
    reply: `SELECT id, ${OUTCOME}, false AS "isKeyUsed" FROM asked`,
    parameters: sites.flatMap(parametersOf),
  };
}

/**
 * Writes a site with its idempotency key; answers one `SiteOutcome`. A taken path fails the statement and so undoes the
 * claim of the key, too: see `isPathTaken`.
 */
export function newSiteOnce(site: NewSite, once: ClaimedKey): PublishingChange {
  return {
    steps: `${asked(1)}, claimed AS (${CLAIM_KEY}),
      made AS (INSERT INTO sites (${COLUMNS}) SELECT ${VALUES} FROM asked, claimed RETURNING id)`,
    happened,
    reply: `SELECT ${OUTCOME}, ${MAY_BE_MADE} AND NOT EXISTS (SELECT FROM claimed) AS "isKeyUsed" FROM asked`,
    parameters: [...parametersOf(site), once.key, once.contentHash, JSON.stringify(once.answer)],
  };
}

/** Whether a statement failed because another site has the path. */
export function isPathTaken(error: unknown): boolean {
  return isPostgresError(error, 'uniqueViolation', 'sites_path_key');
}

function parametersOf(site: NewSite): unknown[] {
  return [...GIVEN.map((property) => site[property]), site.maxLiveBytes];
}

/** The account's first call with this key. */
export function earlierCreate(dataSource: DataSource, userId: string, key: string): Promise<IdempotentCreate | null> {
  return dataSource.manager.findOneBy(IdempotentCreate, { userId, key });
}

export async function purgeIdempotentCreates(dataSource: DataSource, now: Date): Promise<void> {
  const createdAt = LessThan(new Date(now.getTime() - limits.idempotencyKeyHours * HOUR_MS));
  await dataSource.manager.delete(IdempotentCreate, { createdAt });
}
