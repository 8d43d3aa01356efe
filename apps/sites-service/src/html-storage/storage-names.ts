import { contentHashOf } from './artifact.js';
import type { StoredSite } from './html-storage.js';

/** One artifact is three files or objects: its storage path, plain, and with these endings compressed. */
const PARTS = ['', '.gz', '.br'];

const siteIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isSiteId(name: string): boolean {
  return siteIdPattern.test(name);
}

/** The names of an artifact's parts. @throws Error for what is no storage path: nothing else is ever touched. */
export function partsOf(storagePath: string): string[] {
  if (!contentHashOf(storagePath)) throw new Error(`not a storage path: ${JSON.stringify(storagePath)}`);
  return PARTS.map((suffix) => storagePath + suffix);
}

/** @throws Error for what is no site's id */
export function requireSiteId(siteId: string): void {
  if (!isSiteId(siteId)) throw new Error(`not a site's id: ${JSON.stringify(siteId)}`);
}

/** What the names kept for a site (`<site id>/…`) amount to. */
export function storedSiteOf(siteId: string, names: readonly string[]): StoredSite {
  const present = new Set(names);
  const artifacts = names.filter(
    (name) => contentHashOf(name) !== undefined && partsOf(name).every((part) => present.has(part)),
  );
  return { siteId, artifacts, hasFragments: names.length > artifacts.length * PARTS.length };
}
