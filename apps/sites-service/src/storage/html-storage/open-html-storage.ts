import { FolderStore } from './folder-store.js';
import { HtmlStorage } from './html-storage.js';
import type { StorageSettings } from './storage-env.js';

/** Opens the storage that the environment names, without a request. */
export async function openHtmlStorage(settings: StorageSettings): Promise<HtmlStorage> {
  if (settings.kind === 'disk') return new HtmlStorage(new FolderStore(settings.directory));
  // It is imported on use, because the client takes 35 MB of memory that disk storage does not need.
  const { S3Bucket } = await import('./s3-bucket.js');
  return new HtmlStorage(new S3Bucket(settings));
}
