/** What viewers get of one page: the same bytes plain and twice compressed, each made once. */
export interface Artifact {
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/**
 * The `html-sites` bucket. It holds artifacts under a site's `storage_path`; the truth is in the database, so a lost
 * artifact can always be made again.
 */
export abstract class HtmlStorage {
  /** Writes all of it or nothing; writing the same again changes nothing. */
  abstract write(storagePath: string, artifact: Artifact): Promise<void>;
  /** @returns undefined when any part is missing. */
  abstract read(storagePath: string): Promise<Artifact | undefined>;
  abstract has(storagePath: string): Promise<boolean>;
  /** Removing what is not there does nothing. */
  abstract remove(storagePath: string): Promise<void>;
  /** Everything kept for a site goes, also what a write that was broken off left. */
  abstract removeAllOf(siteId: string): Promise<void>;
  /** The ids of the sites that anything is kept for, in portions of at most `batch`. */
  abstract siteIds(batch: number): AsyncIterable<string[]>;
}
