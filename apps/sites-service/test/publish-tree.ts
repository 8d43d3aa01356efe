import { hash, randomUUID } from 'node:crypto';
import type { TreeFile } from '@haru/contracts';
import { storagePathBy } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { treeHashOf, treeTextOf } from '../src/storage/html-storage/tree.js';
import type { SitesUnderTest } from './sites-under-test.js';

const types: Record<string, string> = {
  ...{ html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', json: 'application/json' },
  ...{
    png: 'image/png',
    mp4: 'video/mp4',
    woff2: 'font/woff2',
    txt: 'text/plain',
    xml: 'text/xml',
    pdf: 'application/pdf',
  },
};

const publish = `
  WITH tree AS (
      INSERT INTO trees (hash, files, used_at) VALUES ($3, $4, now()) ON CONFLICT (hash) DO UPDATE SET used_at = now()),
    version AS (
      INSERT INTO page_versions (site_id, account_id, number, content_hash, title, bytes, source, created_at)
      VALUES ($1, $1, 1, $3, 'tree', 1, 'api', now()))
  INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, had_own_origin, created_at,
    expires_at, last_modified)
  VALUES ($1, $1, 'tree', $2, $3, 1, $5, $6, now(), now() + interval '1 day', now())`;

/** Publishes a page of files as the service does. @returns its path */
export async function publishTree(
  sites: Pick<SitesUnderTest, 'rows' | 'storageDirectory'>,
  files: Record<string, string | Buffer>,
  { hadOwnOrigin = true } = {},
): Promise<string> {
  const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
  const tree: TreeFile[] = [];
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const file = { path, hash: hash('sha256', bytes), bytes: bytes.length };
    await storage.writeFile(file.hash, bytes);
    tree.push({ ...file, type: types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream' });
  }
  const text = treeTextOf(tree);
  const [id, treeHash] = [randomUUID(), treeHashOf(text)];
  const path = `tree-${id.slice(0, 8)}`;
  const storagePath = storagePathBy(id, treeHash.toString('hex'), 'tree');
  await sites.rows(publish, [id, path, treeHash, text, storagePath, hadOwnOrigin]);
  return path;
}
