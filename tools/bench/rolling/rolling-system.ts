/** A system whose processes are replaced while it works. */
export interface RollingSystem {
  url: string;
  /** Puts a new process in the place of each, one after the other. @returns how many */
  replaceAll(): Promise<number>;
  /** Titles of the sites that begin so, as the database has them. */
  titles(mark: string): Promise<string[]>;
}
