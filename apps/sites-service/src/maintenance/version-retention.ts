import { limits } from '@haru/contracts';
import { onlyRow } from '@haru/database';
import type { DataSource } from 'typeorm';
import type { VersionRetention } from '../config.js';
import { FIRST_ID, inBatches } from '../sites/in-batches.js';

const SITES_BATCH = 200;

// Stopped pages keep their versions as evidence.
const REMOVE = `
  WITH batch AS MATERIALIZED (
    SELECT id, version AS head, CASE WHEN owner_unconfirmed THEN $3::integer ELSE $4::integer END AS newest FROM sites
    WHERE version > 1 AND id > $2::uuid
      AND (stopped_at IS NULL OR stopped_at <= $1::timestamptz - make_interval(days => ${limits.evidenceKeptDays}))
    ORDER BY id LIMIT ${SITES_BATCH}
  ), ranked AS (
    SELECT site_id, number, head, newest, row_number() OVER (PARTITION BY site_id ORDER BY number DESC) AS rank
    FROM batch JOIN page_versions ON site_id = id
  ), removed AS (
    DELETE FROM page_versions AS old USING ranked
    WHERE old.site_id = ranked.site_id AND old.number = ranked.number AND old.number < head AND old.label IS NULL
      AND old.created_at <= $1::timestamptz - make_interval(hours => $5)
      AND (rank > newest OR old.created_at <= $1::timestamptz - make_interval(days => $6))
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM removed)::integer AS removed, (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last`;

/**
 * Removes versions that are no longer kept. May run concurrently.
 * @param stop ends it after the current batch
 * @returns how many it removed
 */
export async function removeOldVersions(
  dataSource: DataSource,
  retention: VersionRetention,
  now: Date,
  stop?: AbortSignal,
): Promise<number> {
  const { newestTemporary, newestRegistered, keepAllHours, maxDays } = retention;
  let removed = 0;
  let after = FIRST_ID;
  await inBatches(async () => {
    const batch = onlyRow(
      await dataSource.query<{ removed: number; last: string | null }[]>(REMOVE, [
        ...[now, after, newestTemporary, newestRegistered, keepAllHours, maxDays],
      ]),
    );
    removed += batch.removed;
    after = batch.last ?? after;
    return batch.last !== null;
  }, stop);
  return removed;
}

const CONTENTS_BATCH = 200;

// A transaction in flight may commit a version of a content that was used within the hour. `used_at` is up to ten
// minutes late.
const UNUSED_SINCE = `$1::timestamptz - interval '1 hour'`;
const REMOVE_CONTENTS = `
  WITH taken AS (
    DELETE FROM released_contents WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM released_contents WHERE released_at <= ${UNUSED_SINCE} LIMIT ${CONTENTS_BATCH}
      FOR UPDATE SKIP LOCKED))
    RETURNING hash
  ), unused AS (
    SELECT hash FROM contents WHERE hash IN (SELECT hash FROM taken) AND used_at <= ${UNUSED_SINCE}
      AND NOT EXISTS (SELECT FROM page_versions WHERE content_hash = contents.hash)
    FOR UPDATE SKIP LOCKED
  ), removed AS (DELETE FROM contents USING unused WHERE contents.hash = unused.hash RETURNING 1
  ), postponed AS (
    INSERT INTO released_contents (hash, released_at)
    SELECT hash, $1 FROM contents WHERE hash IN (SELECT hash FROM taken) AND hash NOT IN (SELECT hash FROM unused)
      AND NOT EXISTS (SELECT FROM page_versions WHERE content_hash = contents.hash)
  )
  SELECT (SELECT count(*) FROM taken)::integer AS taken, (SELECT count(*) FROM removed)::integer AS removed`;

/**
 * Removes contents that lost their last version an hour ago. May run concurrently with publishes of the same content:
 * they lock it or have just used it; such a content is checked again an hour later.
 * @returns how many it removed
 */
export async function removeUnusedContents(dataSource: DataSource, now: Date, stop?: AbortSignal): Promise<number> {
  let removed = 0;
  await inBatches(async () => {
    const batch = onlyRow(await dataSource.query<{ taken: number; removed: number }[]>(REMOVE_CONTENTS, [now]));
    removed += batch.removed;
    return batch.taken === CONTENTS_BATCH;
  }, stop);
  return removed;
}
