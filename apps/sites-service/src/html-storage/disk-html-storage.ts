import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Artifact, HtmlStorage, type StoredSite } from './html-storage.js';
import { packArtifact, unpackArtifact } from './packed-artifact.js';
import { isSiteId, requireSiteId, storedNameOf, storedSiteOf } from './storage-names.js';

/** Folders by the first digits of the sites' ids, 4,096 of them: with ten million sites each has 2,400 files. */
const FOLDER_DIGITS = 3;

/** Artifacts as files: `<root>/<first digits of the site's id>/<site id>.<hash>.html.artifact`. */
export class DiskHtmlStorage extends HtmlStorage {
  constructor(private readonly root: string) {
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
    await rm(this.fileOf(storagePath), { force: true });
  }

  async removeAllOf(siteId: string, exceptStoragePath?: string): Promise<void> {
    requireSiteId(siteId);
    const kept = exceptStoragePath === undefined ? undefined : this.fileOf(exceptStoragePath);
    const folder = this.folderOf(siteId);
    for (const name of await namesIn(folder)) {
      const file = join(folder, name);
      if (name.startsWith(siteId) && file !== kept) await rm(file, { force: true });
    }
  }

  async *list(): AsyncGenerator<StoredSite> {
    for (const folder of (await namesIn(this.root)).sort()) {
      if (folder.length !== FOLDER_DIGITS) continue;
      const names = await namesIn(join(this.root, folder));
      const bySite = Map.groupBy(names.sort(), (name) => name.slice(0, name.indexOf('.')));
      for (const [siteId, files] of bySite) {
        // The hash of the content follows the site's id after a point here and after a slash in a stored name.
        if (isSiteId(siteId))
          yield storedSiteOf(
            siteId,
            files.map((file) => file.replace('.', '/')),
          );
      }
    }
  }

  private folderOf(siteId: string): string {
    return join(this.root, siteId.slice(0, FOLDER_DIGITS));
  }

  /** The check of the name is also the guard against leaving the folder: only a site's id and a hash fit. */
  private fileOf(storagePath: string): string {
    const name = storedNameOf(storagePath);
    return join(this.folderOf(name), name.replace('/', '.'));
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoring('ENOENT', 'ENOTDIR'))) ?? [];
}

/** Turns the named system errors into undefined. */
function ignoring(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (codes.includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  };
}
