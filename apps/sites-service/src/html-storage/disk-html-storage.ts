import { randomUUID } from 'node:crypto';
import { access, mkdir, open, opendir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Artifact, HtmlStorage, type StoredSite } from './html-storage.js';
import { isSiteId, partsOf, requireSiteId, storedSiteOf } from './storage-names.js';

/** How many folder names are held at once while listing: 3 MB. */
const LISTED_AT_ONCE = 20_000;

/** Artifacts as files: `<root>/<site id>/<hash>.html`, the same with `.gz`, and with `.br`. */
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
    const [plain = '', gzip = '', br = ''] = this.filesOf(storagePath);
    await mkdir(dirname(plain), { recursive: true });
    // The plain file last: where it is, all of it is.
    await Promise.all([writeAtomically(gzip, artifact.gzip), writeAtomically(br, artifact.br)]);
    await writeAtomically(plain, artifact.identity);
  }

  async read(storagePath: string, signal?: AbortSignal): Promise<Artifact | undefined> {
    const [identity, gzip, br] = await Promise.all(this.filesOf(storagePath).map((file) => readIfThere(file, signal)));
    return identity && gzip && br ? { identity, gzip, br } : undefined;
  }

  async has(storagePath: string): Promise<boolean> {
    const found = await Promise.all(this.filesOf(storagePath).map(isThere));
    return found.every(Boolean);
  }

  async remove(storagePath: string): Promise<void> {
    const files = this.filesOf(storagePath);
    await Promise.all(files.map((file) => rm(file, { force: true })));
    await rmdir(dirname(files[0] ?? '')).catch(ignoring('ENOENT', 'ENOTEMPTY'));
  }

  async removeAllOf(siteId: string, exceptStoragePath?: string): Promise<void> {
    requireSiteId(siteId);
    if (exceptStoragePath === undefined) return rm(join(this.root, siteId), { recursive: true, force: true });
    const kept = new Set(partsOf(exceptStoragePath));
    for (const name of await this.namesOf(siteId))
      if (!kept.has(name)) await rm(join(this.root, name), { force: true });
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
  private filesOf(storagePath: string): string[] {
    return partsOf(storagePath).map((part) => join(this.root, part));
  }
}

/** Where an id stands among all possible ones, from 0 up to 1. */
function fractionOf(siteId: string): number {
  return parseInt(siteId.slice(0, 8), 16) / 2 ** 32;
}

async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function readIfThere(file: string, signal?: AbortSignal): Promise<Buffer | undefined> {
  return readFile(file, { signal }).catch(ignoring('ENOENT'));
}

async function isThere(file: string): Promise<boolean> {
  return access(file)
    .then(() => true)
    .catch((error: unknown) => ignoring('ENOENT')(error) ?? false);
}

/** Turns the named system errors into undefined. */
function ignoring(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (codes.includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  };
}
