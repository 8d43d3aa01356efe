import type { Readable } from 'node:stream';
import { type Artifact, contentHashOf, packArtifact, unpackArtifact } from './artifact.js';
import type { ByteRange, ObjectStore, PutOptions } from './object-store.js';
import { FolderStore } from './folder-store.js';
import type { StorageSettings } from './storage-env.js';

/** Three encodings of a page of 1 MiB are smaller. This bounds what is read of an object that others wrote there. */
const MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;
export const MAX_MANIFEST_BYTES = 4 * 1024;

export interface StoredContent {
  id: string;
  hasArtifact: boolean;
  /** There are other objects, such as those of interrupted writes. */
  hasRemains: boolean;
}

const ARTIFACT = 'html.artifact';
/** The prefixes sort behind every hash. */
const FILES = 'files/';
const MANIFESTS = 'manifests/';

/**
 * This is the `html-sites` bucket. Sites with the same content share one artifact, `<hash>/html.artifact`, and each
 * path has a manifest, `manifests/<path>`; both can be made again from the database. The files of trees are only here,
 * as `files/<hash>`, by the SHA-256 of their bytes. Every call ends within seconds, also when storage does not answer.
 */
export class HtmlStorage {
  constructor(private readonly store: ObjectStore) {}

  prepare(): Promise<void> {
    return this.store.prepare();
  }

  /** Writes all of it or nothing; writing the same again changes nothing. */
  async write(storagePath: string, artifact: Artifact, signal?: AbortSignal): Promise<void> {
    await this.store.put(artifactKey(storagePath), packArtifact(artifact), { signal });
  }

  /** @returns undefined when it is not there. @throws DamagedArtifact when it is not a valid artifact. */
  async read(storagePath: string, signal?: AbortSignal): Promise<Artifact | undefined> {
    const packed = await this.store.get(artifactKey(storagePath), MAX_ARTIFACT_BYTES, signal);
    return packed && unpackArtifact(packed);
  }

  async has(storagePath: string, signal?: AbortSignal): Promise<boolean> {
    return this.store.has(artifactKey(storagePath), signal);
  }

  async remove(storagePath: string): Promise<void> {
    await this.store.delete([artifactKey(storagePath)]);
  }

  /** Removes everything under an id of `list`, also what interrupted writes left, except one artifact, if given. */
  async removeAllOf(id: string, exceptStoragePath?: string, signal?: AbortSignal): Promise<void> {
    const prefix = `${requireHash(id)}/`;
    const kept = exceptStoragePath === undefined ? undefined : artifactKey(exceptStoragePath);
    for await (const keys of this.store.keys(prefix, undefined, signal)) {
      const removed = keys.filter((key) => key !== kept);
      await this.store.delete(removed, signal);
    }
  }

  /** Lists the contents in the order of the ids, in bounded memory. @param after only ids behind this one */
  async *list(after = ''): AsyncGenerator<StoredContent> {
    let content: StoredContent | undefined;
    // A slash follows the hash in each key of a content, and "0" sorts behind it.
    for await (const keys of this.store.keys('', `${after}0`)) {
      for (const key of keys) {
        const id = key.slice(0, Math.max(0, key.indexOf('/')));
        if (!hashPattern.test(id)) continue;
        // Keys are sorted, so those of one content are adjacent.
        if (content?.id !== id) {
          if (content) yield content;
          content = { id, hasArtifact: false, hasRemains: false };
        }
        if (key === `${id}/${ARTIFACT}`) content.hasArtifact = true;
        else content.hasRemains = true;
      }
      if (keys.some((key) => key >= FILES)) break;
    }
    if (content) yield content;
  }

  async writeManifest(path: string, manifest: Buffer, options?: PutOptions): Promise<void> {
    await this.store.put(manifestKey(path), manifest, options);
  }

  /**
   * @returns undefined when there is none; a manifest above `MAX_MANIFEST_BYTES` may be cut, but not below that length
   */
  async readManifest(path: string, signal?: AbortSignal): Promise<Buffer | undefined> {
    return this.store.get(manifestKey(path), MAX_MANIFEST_BYTES, signal);
  }

  async removeManifest(path: string, signal?: AbortSignal): Promise<void> {
    await this.store.delete([manifestKey(path)], signal);
  }

  /**
   * Lists the paths that have a manifest in the order of their bytes, in bounded memory.
   * @param after only paths behind this one
   */
  async *listManifests(after = ''): AsyncGenerator<string> {
    for await (const keys of this.store.keys(MANIFESTS, MANIFESTS + after)) {
      yield* keys.map((key) => key.slice(MANIFESTS.length)).filter((path) => pathPattern.test(path));
    }
  }

  /** Writes a file, whole or not at all. @param fileHash the SHA-256 of the bytes, in hex */
  async writeFile(fileHash: string, bytes: Buffer, signal?: AbortSignal): Promise<void> {
    await this.store.put(fileKey(fileHash), bytes, { signal });
  }

  /**
   * Reads a file as a stream, which the caller reads to its end or destroys. The signal counts until the stream begins.
   * @returns undefined when there is no such file
   */
  async openFile(fileHash: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined> {
    return this.store.open(fileKey(fileHash), range, signal);
  }

  /** Reads a file, or a part of it, that fits into memory. @returns undefined when there is no such file */
  async readFile(fileHash: string, signal?: AbortSignal, range?: ByteRange): Promise<Buffer | undefined> {
    const stream = await this.openFile(fileHash, range, signal);
    return stream && Buffer.concat(await stream.toArray({ ...(signal ? { signal } : {}) }));
  }

  async removeFiles(fileHashes: readonly string[], signal?: AbortSignal): Promise<void> {
    await this.store.delete(fileHashes.map(fileKey), signal);
  }
}

const hashPattern = /^[0-9a-f]{64}$/;
const pathPattern = /^[a-z0-9-]{3,20}$/;

// An invalid name is refused, so that no other object is touched.

/** The key depends on the content alone, so that equal pages share one artifact. */
function artifactKey(storagePath: string): string {
  const hash = contentHashOf(storagePath);
  if (!hash) throw new Error(`not a storage path: ${JSON.stringify(storagePath)}`);
  return `${hash}/${ARTIFACT}`;
}

function manifestKey(path: string): string {
  if (!pathPattern.test(path)) throw new Error(`not the path of a page: ${JSON.stringify(path)}`);
  return MANIFESTS + path;
}

function fileKey(fileHash: string): string {
  return FILES + requireHash(fileHash);
}

function requireHash(id: string): string {
  if (!hashPattern.test(id)) throw new Error(`not a content's hash: ${JSON.stringify(id)}`);
  return id;
}

/** Opens the storage that the environment names, without a request. */
export async function openHtmlStorage(settings: StorageSettings): Promise<HtmlStorage> {
  if (settings.kind === 'disk') return new HtmlStorage(new FolderStore(settings.directory));
  // It is imported on use, because the client takes 35 MB of memory that disk storage does not need.
  const { S3Bucket } = await import('./s3-bucket.js');
  return new HtmlStorage(new S3Bucket(settings));
}
