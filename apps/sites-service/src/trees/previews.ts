import { limits, type TreeFile } from '@haru/contracts';
import { onlyRow } from '@haru/database';
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { readTreeText } from '../storage/html-storage/tree.js';
import { withRenderedPages } from './rendered-files.js';
import { withStartPage } from './start-page.js';

// A preview that is still valid keeps its name, so that the browser keeps what it has loaded.
const OPEN = `
  INSERT INTO previews AS known (name, subject_id, version, expires_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (subject_id, version) DO UPDATE SET expires_at = EXCLUDED.expires_at,
    name = CASE WHEN known.expires_at > now() THEN known.name ELSE EXCLUDED.name END
  RETURNING name`;

const FIND = `
  SELECT coalesce(uploads.files::text, trees.files) AS files FROM previews
  LEFT JOIN uploads ON uploads.id = subject_id AND previews.version = 0 AND uploads.expires_at > now()
  LEFT JOIN sites ON sites.id = subject_id AND stopped_at IS NULL
  LEFT JOIN page_versions AS shown ON shown.site_id = sites.id AND shown.number = previews.version
  LEFT JOIN trees ON trees.hash = shown.content_hash
  WHERE previews.name = $1 AND previews.expires_at > now()`;

/**
 * Gives an upload or a version with several files a host of its own, whose name is secret, for some minutes.
 * @param subjectId the id of an upload, or of a site with a `version` of it
 */
export async function openPreview(dataSource: DataSource, subjectId: string, version = 0) {
  const expiresAt = new Date(Date.now() + limits.fileTicketMinutes * 60_000);
  const values = [randomBytes(16).toString('hex'), subjectId, version, expiresAt];
  const { name } = onlyRow(await dataSource.query<{ name: string }[]>(OPEN, values));
  return { name, expiresAt };
}

/** @returns undefined when there is no such preview, or its page is stopped */
export async function findPreviewedFiles(dataSource: DataSource, name: string): Promise<TreeFile[] | undefined> {
  const [found] = await dataSource.query<{ files: string | null }[]>(FIND, [name]);
  if (!found?.files) return undefined;
  const files = await withRenderedPages(dataSource, readTreeText(found.files));
  return withStartPage(files) ?? files;
}
