/** Three encodings of a page of 1 MiB take less. No more is read of what others put into storage under an artifact's name. */
export const MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;
export const MAX_MANIFEST_BYTES = 4 * 1024;

/** What viewers get of one page: its bytes plain and in two compressions. */
export interface Artifact {
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** An artifact with the SHA-256 of its plain bytes, in hex. */
export interface LoadedArtifact {
  contentHash: string;
  artifact: Artifact;
}

/** What storage holds for one content. */
export interface StoredContent {
  /** The SHA-256 of the content, in hex. */
  id: string;
  hasArtifact: boolean;
  /** Whether there is anything else, such as leftovers of an interrupted write. */
  hasRemains: boolean;
}

/**
 * The `html-sites` bucket. Sites with the same content share one artifact, and each path has a manifest. The database is
 * the truth, so what is lost can always be made again. Every call ends within seconds, also when storage does not answer,
 * and earlier when its signal is aborted.
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
  /** Removes everything under an id of `list`, leftovers of interrupted writes included, except one artifact, if given. */
  abstract removeAllOf(id: string, exceptStoragePath?: string, signal?: AbortSignal): Promise<void>;
  /** All contents, in the order of the ids, in bounded memory. */
  abstract list(): AsyncIterable<StoredContent>;
  /** Replaces the manifest of a path, whole or not at all. */
  abstract writeManifest(path: string, manifest: Buffer, options?: ManifestWriteOptions): Promise<void>;
  /** @returns undefined when there is none; of one that is longer than `MAX_MANIFEST_BYTES` a part that is longer, too */
  abstract readManifest(path: string, signal?: AbortSignal): Promise<Buffer | undefined>;
  abstract removeManifest(path: string, signal?: AbortSignal): Promise<void>;
  /**
   * The paths that have a manifest, in the order of their bytes, in bounded memory; leftovers of old writes are removed.
   * @param after only paths behind this one
   */
  abstract listManifests(after?: string): AsyncIterable<string>;
}

export interface ManifestWriteOptions {
  signal?: AbortSignal;
  /** False: a power failure within the next half minute may undo it or leave a part. It takes a fraction of the time. */
  flush?: boolean;
}

/** What has an artifact's name is not a valid artifact. */
export class DamagedArtifact extends Error {
  override readonly name = 'DamagedArtifact';
}

/** Storage refuses the request: a fault of the configuration, which a retry does not fix. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}
