import type { Visibility } from '@haru/contracts';
import { queryPrepared } from '@haru/database';
import type { PublishingChange } from '@haru/events';
import type { DataSource } from 'typeorm';
import { type ClaimedKey, claimKey, GivenRows, KEEP_MADE_VERSIONS, keyParameters } from '../contents/version-rows.js';
import type { PreparedPage } from '../contents/prepared-page.js';
import { setAccess } from '../../sites/set-access.js';
import { selectAs, SITES_BY_IDS, sitesColumns } from '../../tables/columns.js';
import type { Site } from '../../tables/pages/site.entity.js';
import { SHOWS_NOTICE, type VersionCheck } from '../../tables/pages/version-check.js';
import type { PageVersion } from '../../tables/pages/versions.entity.js';

const READ = [
  ...(['id', 'userId', 'path', 'title', 'storagePath', 'contentHash', 'version'] as const),
  ...(['isActive', 'expiresAt', 'stoppedAt', 'hadOwnOrigin', 'visibility', 'accessGeneration'] as const),
] satisfies readonly (keyof Site)[];

export type UpdatedRow = Pick<Site, (typeof READ)[number]>;

const FIND = `SELECT ${selectAs(sitesColumns, READ)} FROM ${SITES_BY_IDS}`;

export async function findUpdatedRows(dataSource: DataSource, ids: readonly string[]) {
  const rows = new Map((await queryPrepared<UpdatedRow>(dataSource, FIND, [ids])).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id));
}

export interface SiteUpdate extends Pick<PageVersion, 'source' | 'keyName' | 'label'> {
  /** The site is changed only if it still equals this row. */
  site: UpdatedRow;
  page: PreparedPage;
  hasOwnOrigin: boolean;
  /** It is null if the page has this content already: its check stays. */
  check: VersionCheck | null;
  /** The new version is charged this many bytes: files of a tree that another version has count there. */
  chargedBytes: number;
  updatedAt: Date;
  /** All live pages of the account may have this many bytes together. */
  maxLiveBytes: number;
  settings: SiteSettings;
}

/** The settings of a page that change together with its content; null stays. */
export interface SiteSettings {
  noindex: boolean | null;
  visibility: Visibility | null;
  /** It belongs to the visibility. */
  passwordHash: string | null;
}

/** If both are false, the site changed since it was read, or the account used the key concurrently. */
export interface UpdateOutcome {
  isMade: boolean;
  isOverQuota: boolean;
}

/** The versions of an account's pages may have this many times the bytes that its live pages may have. */
const MAX_STORED_TIMES = 4;

const GIVEN = new GivenRows<SiteUpdate>({
  id: ['uuid', ({ site }) => site.id],
  user_id: ['uuid', ({ site }) => site.userId],
  base: ['integer', ({ site }) => site.version],
  former_access: ['integer', ({ site }) => site.accessGeneration],
  path: ['text', ({ site }) => site.path],
  former_storage_path: ['text', ({ site }) => site.storagePath],
  storage_path: ['text', ({ page }) => page.storagePath],
  content_hash: ['bytea', ({ page }) => page.contentHash],
  bytes: ['integer', ({ page }) => page.bytes],
  charged_bytes: ['integer', ({ chargedBytes }) => chargedBytes],
  title: ['text', ({ page }) => page.title],
  html: ['text', ({ page }) => page.html],
  format: ['text', ({ page }) => page.format],
  rendered: ['text', ({ page }) => page.rendered],
  source: ['text', ({ source }) => source],
  key_name: ['text', ({ keyName }) => keyName],
  label: ['text', ({ label }) => label],
  check_result: ['jsonb', ({ check }) => JSON.stringify(check)],
  created_at: ['timestamptz', ({ updatedAt }) => updatedAt],
  max_live_bytes: ['bigint', ({ maxLiveBytes }) => maxLiveBytes],
  has_own_origin: ['boolean', ({ hasOwnOrigin }) => hasOwnOrigin],
  noindex: ['boolean', ({ settings }) => settings.noindex],
  visibility: ['text', ({ settings }) => settings.visibility],
  password_hash: ['text', ({ settings }) => settings.passwordHash],
});

// The sites are locked in the order of their ids, so that two statements cannot deadlock. Each is found by itself: a
// plan that joins them may read the whole table, because it is kept while the table grows. The accounts are not locked:
// concurrent statements of several replicas do not count each other's bytes, and may exceed a quota by them.
const STEPS = `
  locked AS MATERIALIZED (
    SELECT given.*, found.bytes AS former_bytes, found.content_hash <> given.content_hash AS is_new_version
    FROM (SELECT * FROM given ORDER BY id) AS given
    CROSS JOIN LATERAL (SELECT * FROM sites WHERE sites.id = given.id FOR NO KEY UPDATE) AS found
    WHERE found.user_id = given.user_id AND found.version = base AND found.path = given.path
      AND found.storage_path = former_storage_path AND found.access_generation = former_access AND found.is_active),
  needed AS (
    SELECT user_id, sum(bytes - former_bytes) AS growth, sum(charged_bytes) AS added, min(max_live_bytes) AS max_live_bytes
    FROM locked GROUP BY user_id),
  used AS (
    SELECT user_id, sum(live_bytes) AS live, sum(stored_bytes) AS stored FROM (
      SELECT user_id, live_bytes, stored_bytes FROM account_storage WHERE user_id IN (SELECT user_id FROM needed)
      UNION ALL
      SELECT user_id, live_bytes, stored_bytes FROM account_storage_deltas
      WHERE user_id IN (SELECT user_id FROM needed)
    ) AS counted GROUP BY user_id),
  over AS (
    SELECT user_id FROM needed JOIN used USING (user_id)
    WHERE (growth > 0 AND live + growth > max_live_bytes) OR stored + added > ${MAX_STORED_TIMES} * max_live_bytes),
  fitting AS (SELECT * FROM locked WHERE user_id NOT IN (SELECT user_id FROM over))`;

const made = (from: string) => `
  made AS (
    UPDATE sites SET version = base + is_new_version::int, content_hash = fitting.content_hash, bytes = fitting.bytes,
      title = fitting.title, storage_path = fitting.storage_path,
      last_modified = fitting.created_at, artifact_removed_at = NULL,
      had_own_origin = sites.had_own_origin OR fitting.has_own_origin,
      under_review = CASE WHEN is_new_version THEN ${SHOWS_NOTICE('fitting.check_result')} ELSE sites.under_review END,
      noindex = coalesce(fitting.noindex, sites.noindex),
      ${setAccess({ visibility: 'fitting.visibility', passwordHash: 'fitting.password_hash' })}
    FROM ${from} WHERE sites.id = fitting.id RETURNING sites.id, sites.storage_path),
  made_versions AS (
    SELECT id, user_id, base + 1 AS number, content_hash, title, charged_bytes AS bytes, html, format, rendered, source, key_name,
      label, check_result, created_at
    FROM fitting WHERE is_new_version AND id IN (SELECT id FROM made)),
  ${KEEP_MADE_VERSIONS}`;

/** These are the aggregates of the events, see `UpdateWriter`. */
const aggregateIdsSql = 'SELECT storage_path FROM made';
const reply = `
  SELECT id, id IN (SELECT id FROM made) AS "isMade",
    id IN (SELECT id FROM locked) AND user_id IN (SELECT user_id FROM over) AS "isOverQuota"
  FROM given`;

/** Updates sites, or one with its idempotency key; answers one `UpdateOutcome` for each. */
export function updatedSites(updates: readonly SiteUpdate[], once?: ClaimedKey): PublishingChange {
  const write = once
    ? `claimed AS (${claimKey('fitting', GIVEN.width)}), ${made('fitting, claimed')}`
    : made('fitting');
  return {
    steps: `given AS (SELECT * FROM ${GIVEN.sql(updates.length)}), ${STEPS}, ${write}`,
    aggregateIdsSql,
    reply,
    parameters: [...GIVEN.parameters(updates), ...keyParameters(once)],
  };
}
