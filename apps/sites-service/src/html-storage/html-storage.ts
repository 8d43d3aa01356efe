/** What viewers get of one page: the same bytes plain and twice compressed, each made once. */
export interface Artifact {
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** What storage holds for one site. */
export interface StoredSite {
  siteId: string;
  /** Storage paths of the artifacts that are there. */
  artifacts: string[];
  /** Whether there is anything else, such as what a write that was broken off left. */
  hasRemains: boolean;
}

/**
 * The `html-sites` bucket. It holds artifacts under a site's `storage_path`; the truth is in the database, so a lost
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
  /** Everything kept for a site goes, also what a write that was broken off left; but for one artifact, if named. */
  abstract removeAllOf(siteId: string, exceptStoragePath?: string, signal?: AbortSignal): Promise<void>;
  /** All that is kept, in the order of the sites' ids, in bounded memory. */
  abstract list(): AsyncIterable<StoredSite>;
}

/** Something is there under an artifact's name, and is none. */
export class DamagedArtifact extends Error {
  override readonly name = 'DamagedArtifact';
}

/** Storage answers and says no: a mistake in the configuration, which time does not mend. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}
