import { contentHashOf } from './artifact.js';
import type { StoredSite } from './html-storage.js';

const siteIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isSiteId(name: string): boolean {
  return siteIdPattern.test(name);
}

const ENDING = '.artifact';

/**
 * The name of the one file or object that an artifact is.
 * @throws Error for what is no storage path: nothing else is ever touched.
 */
export function storedNameOf(storagePath: string): string {
  if (!contentHashOf(storagePath)) throw new Error(`not a storage path: ${JSON.stringify(storagePath)}`);
  return storagePath + ENDING;
}

/** @throws Error for what is no site's id */
export function requireSiteId(siteId: string): void {
  if (!isSiteId(siteId)) throw new Error(`not a site's id: ${JSON.stringify(siteId)}`);
}

/** What the names kept for a site (`<site id>/…`) amount to. */
export function storedSiteOf(siteId: string, names: readonly string[]): StoredSite {
  const artifacts = names
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .filter((storagePath) => contentHashOf(storagePath) !== undefined);
  return { siteId, artifacts, hasRemains: names.length > artifacts.length };
}
