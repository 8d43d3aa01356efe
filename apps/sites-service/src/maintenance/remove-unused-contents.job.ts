import { onlyRow } from '@haru/database';
import { Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { inBatches } from '../sites/in-batches.js';

const BATCH = 200;

// A transaction in flight may commit a version of a content that was used within the hour. `used_at` is up to ten
// minutes late.
const UNUSED_SINCE = `$1::timestamptz - interval '1 hour'`;
const REMOVE_CONTENTS = `
  WITH taken AS (
    DELETE FROM released_contents WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM released_contents WHERE released_at <= ${UNUSED_SINCE} LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED))
    RETURNING hash
  ), unused AS (
    SELECT hash FROM contents WHERE hash IN (SELECT hash FROM taken) AND used_at <= ${UNUSED_SINCE}
      AND NOT EXISTS (SELECT FROM page_versions WHERE content_hash = contents.hash)
    FOR UPDATE SKIP LOCKED
  ), removed AS (DELETE FROM contents USING unused WHERE contents.hash = unused.hash RETURNING 1
  ), unused_trees AS (
    SELECT hash FROM trees WHERE hash IN (SELECT hash FROM taken) AND used_at <= ${UNUSED_SINCE}
      AND NOT EXISTS (SELECT FROM page_versions WHERE content_hash = trees.hash)
    FOR UPDATE SKIP LOCKED
  ), removed_trees AS (DELETE FROM trees USING unused_trees WHERE trees.hash = unused_trees.hash RETURNING 1
  ), postponed AS (
    INSERT INTO released_contents (hash, released_at)
    SELECT hash, $1 FROM (SELECT hash FROM contents UNION ALL SELECT hash FROM trees) AS known
    WHERE hash IN (SELECT hash FROM taken)
      AND hash NOT IN (SELECT hash FROM unused UNION ALL SELECT hash FROM unused_trees)
      AND NOT EXISTS (SELECT FROM page_versions WHERE content_hash = known.hash)
  )
  SELECT (SELECT count(*) FROM taken)::integer AS taken, ((SELECT count(*) FROM removed) + (SELECT count(*) FROM removed_trees))::integer AS done`;

/**
 * Removes contents that lost their last version an hour ago. May run concurrently with publishes of the same content:
 * they lock it or have just used it; such a content is checked again an hour later.
 */
@Every({ seconds: 15, sliceSeconds: 60 })
export class RemoveUnusedContents implements ScheduledJob {
  constructor(private readonly dataSource: DataSource) {}

  async run(stop?: AbortSignal, now = new Date()): Promise<{ removed: number }> {
    const removed = await inBatches(stop, async () => {
      const batch = onlyRow(await this.dataSource.query<{ taken: number; done: number }[]>(REMOVE_CONTENTS, [now]));
      return { done: batch.done, hasMore: batch.taken === BATCH };
    });
    return { removed };
  }
}
