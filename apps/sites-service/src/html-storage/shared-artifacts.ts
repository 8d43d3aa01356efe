import { allowInTransaction } from '@haru/service-runtime';
import type { EntityManager } from 'typeorm';
import { contentHashOf } from './artifact.js';
import type { HtmlStorage } from './html-storage.js';

/** The content that a row of `sites` shows, in SQL as its index has it: the hash in `<site id>/<hash>.html`. */
export const CONTENT_HASH = `(substr(storage_path, 38, 64) COLLATE "C")`;

// Whoever writes an artifact shares its content's lock to the end of the transaction, whoever removes one has it alone.
// Without it a page could be published between the look at the rows and the removal, find its artifact, and lose it.
// The 3 keeps these keys apart from those of the outbox, of accounts and of paths.

/** From here on nobody removes these contents from storage. Sorted, so that two never wait crosswise. */
export async function shareContents(manager: EntityManager, hashes: readonly string[]): Promise<void> {
  await manager.query(
    'SELECT pg_advisory_xact_lock_shared(hashtextextended(hash, 3)) FROM unnest($1::text[]) AS hash',
    [inOrder(hashes)],
  );
}

/** From here on nobody writes or removes these contents; sorted likewise. */
export async function lockContents(manager: EntityManager, hashes: readonly string[]): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended(hash, 3)) FROM unnest($1::text[]) AS hash', [
    inOrder(hashes),
  ]);
}

/**
 * Removes these artifacts, and what broken-off writes left of them, but for those that another site shows too; a site
 * whose owner had its artifact removed does not.
 */
export async function removeUnshared(
  manager: EntityManager,
  storage: HtmlStorage,
  storagePaths: readonly string[],
): Promise<void> {
  const hashes = storagePaths.flatMap((storagePath) => contentHashOf(storagePath) ?? []);
  await lockContents(manager, hashes);
  // A statement of its own: it sees what was committed before the locks were had.
  const shared = await manager.query<{ hash: string }[]>(
    `SELECT DISTINCT ${CONTENT_HASH} AS hash FROM sites
     WHERE ${CONTENT_HASH} = ANY ($1::text[]) AND storage_path <> ALL ($2::text[])
       AND artifact_removed_at IS NULL`,
    [hashes, storagePaths],
  );
  const kept = new Set(shared.map(({ hash }) => hash));
  for (const hash of inOrder(hashes)) {
    if (!kept.has(hash)) await allowInTransaction(() => storage.removeAllOf(hash));
  }
}

function inOrder(hashes: readonly string[]): string[] {
  return [...new Set(hashes)].sort();
}
