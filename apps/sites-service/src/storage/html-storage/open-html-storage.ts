import { DiskHtmlStorage } from './disk-html-storage.js';
import type { HtmlStorage } from './html-storage.js';
import type { StorageSettings } from './storage-env.js';

/** Opens the storage that the environment names, without a request. */
export async function openHtmlStorage(settings: StorageSettings): Promise<HtmlStorage> {
  if (settings.kind === 'disk') return new DiskHtmlStorage(settings.directory);
  // It is imported on use, because the client takes 35 MB of memory that disk storage does not need.
  const { S3HtmlStorage } = await import('./s3-html-storage.js');
  return new S3HtmlStorage(settings);
}
