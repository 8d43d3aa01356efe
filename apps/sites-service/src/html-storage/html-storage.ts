/** What viewers get of one page: the same bytes plain and twice compressed, each made once. */
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
  /** The SHA-256 of the content; or a site's id, for what an earlier version kept for that site alone. */
  id: string;
  hasArtifact: boolean;
  /** Whether there is anything else, such as what a write that was broken off left. */
  hasRemains: boolean;
}

/**
 * The `html-sites` bucket. It holds the artifact of each content once, however many sites' `storage_path` lead to it; the truth is in the database, so a lost
 * artifact can always be made again. Every call ends within seconds, also when storage does not answer, and sooner when
 * its signal says so.
 */
export abstract class HtmlStorage {
  /** Makes the folder or bucket when it is missing. @throws StorageRefusal when it can be neither used nor made. */
  abstract prepare(): Promise<void>;
  /** Writes all of it or nothing; writing the same again changes nothing. */
  abstract write(storagePath: string, artifact: Artifact, signal?: AbortSignal): Promise<void>;
  /** @returns undefined when it is not there. @throws DamagedArtifact when it is there and is none. */
  abstract read(storagePath: string, signal?: AbortSignal): Promise<Artifact | undefined>;
  abstract has(storagePath: string, signal?: AbortSignal): Promise<boolean>;
  /** Removing what is not there does nothing. */
  abstract remove(storagePath: string): Promise<void>;
  /** Everything kept under an id of `list` goes, also what a write that was broken off left; but for one artifact, if named. */
  abstract removeAllOf(id: string, exceptStoragePath?: string, signal?: AbortSignal): Promise<void>;
  /** All that is kept, in the order of the ids, in bounded memory. */
  abstract list(): AsyncIterable<StoredContent>;
}

/** Something is there under an artifact's name, and is none. */
export class DamagedArtifact extends Error {
  override readonly name = 'DamagedArtifact';
}

/** Storage answers and says no: a mistake in the configuration, which time does not fix. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}
