/** Backups are stored as objects. Writing one is atomic. */
export interface BackupStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** @returns undefined when there is no such object */
  get(name: string): Promise<Buffer | undefined>;
  /** Lists the objects in a folder and in those below it. @param folder ends with a slash; '' lists all */
  list(folder: string): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
}
