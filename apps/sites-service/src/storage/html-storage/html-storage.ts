import type { Readable } from 'node:stream';

/** Three encodings of a page of 1 MiB are smaller. This bounds what is read of an object that others wrote there. */
export const MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;
export const MAX_MANIFEST_BYTES = 4 * 1024;

export interface Artifact {
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** `contentHash` is the SHA-256 of the plain bytes, in hex. */
export interface LoadedArtifact {
  contentHash: string;
  artifact: Artifact;
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredContent {
  id: string;
  hasArtifact: boolean;
  /** There are other files, such as those of interrupted writes. */
  hasRemains: boolean;
}

/**
 * This is the `html-sites` bucket. Sites with the same content share one artifact, and each path has a manifest; both
 * can be made again from the database. The files of trees are only here, by the SHA-256 of their bytes. Every call ends
 * within seconds, also when storage does not answer, and earlier when its signal is aborted.
 */
export abstract class HtmlStorage {
  /** Makes the folder or bucket when it is missing. @throws StorageRefusal when it can be neither used nor made. */
  abstract prepare(): Promise<void>;
  /** Writes all of it or nothing; writing the same again changes nothing. */
  abstract write(storagePath: string, artifact: Artifact, signal?: AbortSignal): Promise<void>;
  /** @returns undefined when it is not there. @throws DamagedArtifact when it is not a valid artifact. */
  abstract read(storagePath: string, signal?: AbortSignal): Promise<Artifact | undefined>;
  abstract has(storagePath: string, signal?: AbortSignal): Promise<boolean>;
  /** Removing what is not there does nothing. */
  abstract remove(storagePath: string): Promise<void>;
  /** Removes everything under an id of `list`, also what interrupted writes left, except one artifact, if given. */
  abstract removeAllOf(id: string, exceptStoragePath?: string, signal?: AbortSignal): Promise<void>;
  /** Lists the contents in the order of the ids, in bounded memory. @param after only ids behind this one */
  abstract list(after?: string): AsyncIterable<StoredContent>;
  /** Replaces the manifest of a path, whole or not at all. */
  abstract writeManifest(path: string, manifest: Buffer, options?: ManifestWriteOptions): Promise<void>;
  /**
   * @returns undefined when there is none; a manifest above `MAX_MANIFEST_BYTES` may be cut, but not below that length
   */
  abstract readManifest(path: string, signal?: AbortSignal): Promise<Buffer | undefined>;
  abstract removeManifest(path: string, signal?: AbortSignal): Promise<void>;
  /**
   * Lists the paths that have a manifest in the order of their bytes, in bounded memory, and removes what old writes
   * left.
   * @param after only paths behind this one
   */
  abstract listManifests(after?: string): AsyncIterable<string>;
  /** Writes a file, whole or not at all. @param fileHash the SHA-256 of the bytes, in hex */
  abstract writeFile(fileHash: string, bytes: Buffer, signal?: AbortSignal): Promise<void>;
  /**
   * Reads a file as a stream, which the caller reads to its end or destroys. The signal counts until the stream begins.
   * @returns undefined when there is no such file
   */
  abstract openFile(fileHash: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>;
  abstract removeFiles(fileHashes: readonly string[], signal?: AbortSignal): Promise<void>;

  /** Reads a file that fits into memory. @returns undefined when there is no such file */
  async readFile(fileHash: string, signal?: AbortSignal): Promise<Buffer | undefined> {
    const stream = await this.openFile(fileHash, undefined, signal);
    return stream && Buffer.concat(await stream.toArray({ ...(signal ? { signal } : {}) }));
  }
}

export interface ManifestWriteOptions {
  signal?: AbortSignal;
  /** False makes the write faster, but a power failure within half a minute may undo or cut it. */
  flush?: boolean;
}

/** An object with an artifact's name is not a valid artifact. */
export class DamagedArtifact extends Error {
  override readonly name = 'DamagedArtifact';
}

/** Storage refuses the request because of a wrong configuration; a retry does not help. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}
