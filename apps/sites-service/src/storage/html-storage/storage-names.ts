import { contentHashOf } from './artifact.js';
import type { StoredContent } from './html-storage.js';

const hashPattern = /^[0-9a-f]{64}$/;

export function isStoredId(name: string): boolean {
  return hashPattern.test(name);
}

const ARTIFACT = 'html.artifact';

/**
 * Returns the name of the artifact's file or object. It depends on the content alone, so that equal pages share one.
 * @throws Error for an invalid storage path, so that no other file is touched
 */
export function storedNameOf(storagePath: string): string {
  const hash = contentHashOf(storagePath);
  if (!hash) throw new Error(`not a storage path: ${JSON.stringify(storagePath)}`);
  return `${hash}/${ARTIFACT}`;
}

export function requireStoredId(id: string): void {
  if (!isStoredId(id)) throw new Error(`not a content's hash: ${JSON.stringify(id)}`);
}

/** Reads the names stored for a content (`<hash>/…`). */
export function storedContentOf(id: string, names: readonly string[]): StoredContent {
  const hasArtifact = names.includes(`${id}/${ARTIFACT}`);
  return { id, hasArtifact, hasRemains: names.length > (hasArtifact ? 1 : 0) };
}

/** All files of trees are in this folder or under this prefix, which sorts between contents' hashes and manifests. */
export const FILES = 'files';

/** All manifests are in this folder or under this prefix, which sorts behind every content's hash. */
export const MANIFESTS = 'manifests';

const pathPattern = /^[a-z0-9-]{3,20}$/;

export function isManifestName(name: string): boolean {
  return pathPattern.test(name);
}

/** @throws Error for an invalid path of a page, so that no other file is touched */
export function requireManifestName(path: string): string {
  if (!isManifestName(path)) throw new Error(`not the path of a page: ${JSON.stringify(path)}`);
  return path;
}
