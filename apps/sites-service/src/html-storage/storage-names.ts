import { contentHashOf } from './artifact.js';
import type { StoredContent } from './html-storage.js';

/** The SHA-256 of a content, in hex. */
const hashPattern = /^[0-9a-f]{64}$/;

export function isStoredId(name: string): boolean {
  return hashPattern.test(name);
}

const ARTIFACT = 'html.artifact';

/**
 * The name of the one file or object that an artifact is: by its content alone, so that pages that are alike share one.
 * @throws Error for what is no storage path: nothing else is ever touched.
 */
export function storedNameOf(storagePath: string): string {
  const hash = contentHashOf(storagePath);
  if (!hash) throw new Error(`not a storage path: ${JSON.stringify(storagePath)}`);
  return `${hash}/${ARTIFACT}`;
}

/** @throws Error for what is no content's hash */
export function requireStoredId(id: string): void {
  if (!isStoredId(id)) throw new Error(`not a content's hash: ${JSON.stringify(id)}`);
}

/** What the names kept for a content (`<hash>/…`) amount to. */
export function storedContentOf(id: string, names: readonly string[]): StoredContent {
  const hasArtifact = names.includes(`${id}/${ARTIFACT}`);
  return { id, hasArtifact, hasRemains: names.length > (hasArtifact ? 1 : 0) };
}

/** The folder or the beginning of the keys of all manifests; it sorts behind every content's hash. */
export const MANIFESTS = 'manifests';

const pathPattern = /^[a-z0-9-]{3,20}$/;

export function isManifestName(name: string): boolean {
  return pathPattern.test(name);
}

/** @throws Error for what is no path of a page: nothing else is ever touched. */
export function requireManifestName(path: string): string {
  if (!isManifestName(path)) throw new Error(`not the path of a page: ${JSON.stringify(path)}`);
  return path;
}
