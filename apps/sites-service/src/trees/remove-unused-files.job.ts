import { limits } from '@haru/contracts';
import { Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { inBatches } from '../sites/in-batches.js';
import { STORAGE_TIMEOUT_MS, withTimeout } from '../sites/storage-timeout.js';
import { HtmlStorage } from '../storage/html-storage/html-storage.js';

const BATCH = 100;
/** An upload keeps its files until it expires, and a publish of it may still be in flight then. */
const UNUSED_HOURS = limits.uploadHours + 1;
/** After this time another run repeats a removal that was interrupted. */
const REMOVAL_MINUTES = 10;

// A row that was just touched is skipped, because its condition is checked again under the lock.
const MARK = `
  UPDATE files SET state = 'removing', touched_at = $1 WHERE hash IN (
    SELECT hash FROM files WHERE (
        state <> 'removing' AND touched_at <= $1::timestamptz - make_interval(hours => ${UNUSED_HOURS})
        OR state = 'removing' AND touched_at <= $1::timestamptz - make_interval(mins => ${REMOVAL_MINUTES}))
      AND NOT EXISTS (SELECT FROM content_files WHERE file_hash = files.hash)
      AND NOT EXISTS (SELECT FROM backup_runs WHERE holds_until > now())
    ORDER BY touched_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING hash`;

const REMOVE = `DELETE FROM files WHERE hash = ANY ($1::bytea[]) AND state = 'removing'`;

/** Removes expired uploads, and files that no upload and no content uses. Files stay while a backup is taken. */
@Every({ seconds: 60, sliceSeconds: 60 })
export class RemoveUnusedFiles implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
  ) {}

  async run(stop?: AbortSignal, now = new Date()): Promise<{ uploads: number; removed: number }> {
    const [, uploads] = await this.dataSource.query<[unknown[], number]>('DELETE FROM uploads WHERE expires_at <= $1', [
      now,
    ]);
    const removed = await inBatches(stop, async () => {
      const [marked] = await this.dataSource.query<[{ hash: Buffer }[], number]>(MARK, [now]);
      const hashes = marked.map(({ hash }) => hash);
      const names = hashes.map((hash) => hash.toString('hex'));
      await withTimeout(STORAGE_TIMEOUT_MS, (signal) => this.storage.removeFiles(names, signal));
      await this.dataSource.query(REMOVE, [hashes]);
      return { done: hashes.length, hasMore: hashes.length === BATCH };
    });
    return { uploads, removed };
  }
}
