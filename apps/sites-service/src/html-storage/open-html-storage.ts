import { DiskHtmlStorage } from './disk-html-storage.js';
import type { HtmlStorage } from './html-storage.js';
import type { StorageSettings } from './storage-env.js';

/** The storage that the environment names. It is not asked for anything yet. */
export async function openHtmlStorage(settings: StorageSettings): Promise<HtmlStorage> {
  if (settings.kind === 'disk') return new DiskHtmlStorage(settings.directory);
  // Only here: the client takes 35 MB of memory, which nobody on disk should pay.
  const { S3HtmlStorage } = await import('./s3-html-storage.js');
  return new S3HtmlStorage(settings);
}
