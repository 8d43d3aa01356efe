/** Backups are kept here, as objects that are written whole or not at all. */
export interface BackupStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** @returns undefined when there is no such object */
  get(name: string): Promise<Buffer | undefined>;
  /** The names that begin so, which end with a folder's slash. */
  list(folder: string): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
}
