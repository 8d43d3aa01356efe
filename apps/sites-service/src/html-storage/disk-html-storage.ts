import { randomUUID } from 'node:crypto';
import { access, mkdir, opendir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Artifact, HtmlStorage, type StoredSite } from './html-storage.js';
import { packArtifact, unpackArtifact } from './packed-artifact.js';
import { isSiteId, requireSiteId, storedNameOf, storedSiteOf } from './storage-names.js';

/** How many folder names are held at once while listing: 3 MB. */
const LISTED_AT_ONCE = 20_000;

/** Artifacts as files: `<root>/<site id>/<hash>.html.artifact`. */
export class DiskHtmlStorage extends HtmlStorage {
  /** @param listedAtOnce about how many folder names a listing holds in memory */
  constructor(
    private readonly root: string,
    private readonly listedAtOnce = LISTED_AT_ONCE,
  ) {
    super();
  }

  async prepare(): Promise<void> {
    await mkdir(this.root, { recursive: true });
  }

  async write(storagePath: string, artifact: Artifact): Promise<void> {
    const file = this.fileOf(storagePath);
    const packed = packArtifact(artifact);
    const temporary = `${file}.${randomUUID()}.tmp`;
    await mkdir(dirname(file), { recursive: true });
    try {
      await writeFile(temporary, packed, { flag: 'wx', flush: true });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async read(storagePath: string, signal?: AbortSignal): Promise<Artifact | undefined> {
    const packed = await readFile(this.fileOf(storagePath), { signal }).catch(ignoring('ENOENT'));
    return packed && unpackArtifact(packed);
  }

  async has(storagePath: string): Promise<boolean> {
    return access(this.fileOf(storagePath))
      .then(() => true)
      .catch((error: unknown) => ignoring('ENOENT')(error) ?? false);
  }

  async remove(storagePath: string): Promise<void> {
    const file = this.fileOf(storagePath);
    await rm(file, { force: true });
    await rmdir(dirname(file)).catch(ignoring('ENOENT', 'ENOTEMPTY'));
  }

  async removeAllOf(siteId: string, exceptStoragePath?: string): Promise<void> {
    requireSiteId(siteId);
    if (exceptStoragePath === undefined) return rm(join(this.root, siteId), { recursive: true, force: true });
    const kept = storedNameOf(exceptStoragePath);
    for (const name of await this.namesOf(siteId)) if (name !== kept) await rm(join(this.root, name), { force: true });
  }

  async *list(): AsyncGenerator<StoredSite> {
    // A folder is read in no order and may hold a million names. So it is read once for each share of the ids, which
    // are random, and only the names of that share are held and sorted.
    let count = 0;
    for await (const _ of this.siteIds()) count += 1;
    const shares = Math.ceil(count / this.listedAtOnce);
    for (let share = 0; share < shares; share++) {
      const ids: string[] = [];
      for await (const id of this.siteIds()) if (Math.floor(fractionOf(id) * shares) === share) ids.push(id);
      for (const siteId of ids.sort()) {
        const names = await this.namesOf(siteId);
        if (names.length > 0) yield storedSiteOf(siteId, names);
      }
    }
  }

  private async *siteIds(): AsyncGenerator<string> {
    const folder = await opendir(this.root, { bufferSize: 1_000 }).catch(ignoring('ENOENT'));
    if (!folder) return;
    for await (const { name } of folder) if (isSiteId(name)) yield name;
  }

  private async namesOf(siteId: string): Promise<string[]> {
    const names = (await readdir(join(this.root, siteId)).catch(ignoring('ENOENT'))) ?? [];
    return names.map((name) => `${siteId}/${name}`);
  }

  /** The check of the name is also the guard against leaving the folder: only a site's id and a hash fit. */
  private fileOf(storagePath: string): string {
    return join(this.root, storedNameOf(storagePath));
  }
}

/** Where an id stands among all possible ones, from 0 up to 1. */
function fractionOf(siteId: string): number {
  return parseInt(siteId.slice(0, 8), 16) / 2 ** 32;
}

/** Turns the named system errors into undefined. */
function ignoring(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (codes.includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  };
}
