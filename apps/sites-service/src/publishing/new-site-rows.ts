import type { PublishingChange } from '@haru/events';
import type { PreparedPage } from './contents/prepared-page.js';
import { type ClaimedKey, claimKey, GivenRows, KEEP_MADE_VERSIONS, keyParameters } from './contents/version-rows.js';
import { isKeptForOther } from '../sites/paths/path-claims.js';
import { sitesColumns } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';
import type { VersionCheck } from '../tables/pages/version-check.js';
import type { PageVersion } from '../tables/pages/versions.entity.js';

/** Publishing sets these columns of `sites`; `last_modified` is `created_at`, the rest has defaults. */
const SET = [
  ...(['id', 'userId', 'title', 'path', 'noindex', 'storagePath', 'createdAt', 'expiresAt', 'contentHash'] as const),
  ...(['bytes', 'ownerUnconfirmed', 'underReview', 'hadOwnOrigin', 'visibility', 'passwordHash'] as const),
] as const satisfies readonly (keyof Site)[];

export interface NewSite
  extends
    Pick<Site, (typeof SET)[number]>,
    Pick<PreparedPage, 'html' | 'format' | 'rendered'>,
    Pick<PageVersion, 'source' | 'keyName'> {
  check: VersionCheck;
  /** All live pages of the account may have this many bytes together, including this one. */
  maxLiveBytes: number;
}

const columns = SET.map((property) => ({ ...sitesColumns[property], valueOf: (site: NewSite) => site[property] }));
const GIVEN = new GivenRows<NewSite>({
  ...Object.fromEntries(columns.map(({ name, type, valueOf }) => [name, [type, valueOf] as const])),
  html: ['text', ({ html }) => html],
  format: ['text', ({ format }) => format],
  rendered: ['text', ({ rendered }) => rendered],
  source: ['text', ({ source }) => source],
  key_name: ['text', ({ keyName }) => keyName],
  check_result: ['jsonb', ({ check }) => JSON.stringify(check)],
  max_live_bytes: ['bigint', ({ maxLiveBytes }) => maxLiveBytes],
});
const NAMES = columns.map(({ name }) => name).join(', ');
const COLUMNS = `${NAMES}, ${sitesColumns.lastModified.name}`;
const VALUES = `${NAMES}, ${sitesColumns.createdAt.name}`;

function asked(count: number): string {
  return `asked AS (
    SELECT given.*, ${isKeptForOther('given.path', 'given.user_id', 'given.created_at')} AS is_reserved
    FROM ${GIVEN.sql(count)}),
    needed AS (
      SELECT user_id, sum(bytes) AS bytes, min(max_live_bytes) AS max_live_bytes
      FROM asked WHERE NOT is_reserved GROUP BY user_id),
    fitting AS (${LOCK_ACCOUNTS_THAT_FIT})`;
}

// Locks the latest version of the account's row until the commit: the second of two publishes waits here and then
// counts the pages of the first. A trigger adds the bytes. The growth of pages since the last fold counts, too; if a
// concurrent fold makes it count twice, the writer tries again. The rows are sorted, so that two statements cannot
// deadlock.
const LOCK_ACCOUNTS_THAT_FIT = `
  INSERT INTO account_storage AS used (user_id, live_bytes, stored_bytes)
  SELECT user_id, 0, 0 FROM needed WHERE bytes <= max_live_bytes ORDER BY user_id
  ON CONFLICT (user_id) DO UPDATE SET live_bytes = used.live_bytes
    WHERE used.live_bytes + (
        SELECT greatest(0, coalesce(sum(live_bytes), 0)) FROM account_storage_deltas AS grown
        WHERE grown.user_id = used.user_id)
      <= (SELECT max_live_bytes - bytes FROM needed WHERE needed.user_id = used.user_id)
  RETURNING user_id`;

const MAY_BE_MADE = 'NOT is_reserved AND user_id IN (SELECT user_id FROM fitting)';

const INSERT_SITES = `
  INSERT INTO sites (${COLUMNS}) SELECT ${VALUES} FROM asked WHERE ${MAY_BE_MADE}
  ON CONFLICT (path) DO NOTHING RETURNING id`;

const INSERT_VERSIONS = `
  made_versions AS (SELECT asked.*, 1 AS number, NULL::text AS label FROM asked WHERE id IN (SELECT id FROM made)),
  ${KEEP_MADE_VERSIONS}`;

const OUTCOME = `EXISTS (SELECT FROM made WHERE made.id = asked.id) AS "isMade",
  NOT is_reserved AND user_id NOT IN (SELECT user_id FROM fitting) AS "isOverQuota"`;

const INSERT_SITE_ONCE = `
  claimed AS (${claimKey(`asked WHERE ${MAY_BE_MADE}`, GIVEN.width)}),
  made AS (INSERT INTO sites (${COLUMNS}) SELECT ${VALUES} FROM asked, claimed RETURNING id)`;

const aggregateIdsSql = 'SELECT id::text FROM made';

/** This is the result for one requested site. If all are false, its path is taken or reserved. */
export interface SiteOutcome {
  isMade: boolean;
  /** The sites of its account in the same statement exceed the quota together. */
  isOverQuota: boolean;
  /** The account used the key within the last 24 hours. */
  isKeyUsed: boolean;
}

/**
 * Writes sites, or one with its idempotency key, together with their events; answers one `SiteOutcome` for each. With a
 * key a taken path fails the statement, which also undoes the claim of the key.
 */
export function newSites(sites: readonly NewSite[], once?: ClaimedKey): PublishingChange {
  const isKeyUsed = once ? `${MAY_BE_MADE} AND NOT EXISTS (SELECT FROM claimed)` : 'false';
  return {
    steps: `${asked(sites.length)}, ${once ? INSERT_SITE_ONCE : `made AS (${INSERT_SITES})`}, ${INSERT_VERSIONS}`,
    aggregateIdsSql,
    reply: `SELECT id, ${OUTCOME}, ${isKeyUsed} AS "isKeyUsed" FROM asked`,
    parameters: [...GIVEN.parameters(sites), ...keyParameters(once)],
  };
}
