import { randomUUID } from 'node:crypto';
import { access, mkdir, open, opendir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentHashOf } from './artifact.js';
import { HtmlStorage, type Artifact } from './html-storage.js';

const siteIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Artifacts as files: `<root>/<site id>/<hash>.html`, the same with `.gz`, and with `.br`. */
export class DiskHtmlStorage extends HtmlStorage {
  constructor(private readonly root: string) {
    super();
  }

  async write(storagePath: string, artifact: Artifact): Promise<void> {
    const file = this.fileOf(storagePath);
    await mkdir(dirname(file), { recursive: true });
    // The plain file last: where it is, all of it is.
    await Promise.all([writeAtomically(`${file}.gz`, artifact.gzip), writeAtomically(`${file}.br`, artifact.br)]);
    await writeAtomically(file, artifact.identity);
  }

  async read(storagePath: string): Promise<Artifact | undefined> {
    const file = this.fileOf(storagePath);
    const [identity, gzip, br] = await Promise.all([file, `${file}.gz`, `${file}.br`].map(readIfThere));
    return identity && gzip && br ? { identity, gzip, br } : undefined;
  }

  async has(storagePath: string): Promise<boolean> {
    const file = this.fileOf(storagePath);
    const found = await Promise.all([file, `${file}.gz`, `${file}.br`].map(isThere));
    return found.every(Boolean);
  }

  async remove(storagePath: string): Promise<void> {
    const file = this.fileOf(storagePath);
    await Promise.all([file, `${file}.gz`, `${file}.br`].map((part) => rm(part, { force: true })));
    await rmdir(dirname(file)).catch(ignoring('ENOENT', 'ENOTEMPTY'));
  }

  async removeAllOf(siteId: string): Promise<void> {
    if (!siteIdPattern.test(siteId)) throw new Error(`not a site's id: ${JSON.stringify(siteId)}`);
    await rm(join(this.root, siteId), { recursive: true, force: true });
  }

  async *siteIds(batch: number): AsyncGenerator<string[]> {
    await mkdir(this.root, { recursive: true });
    let ids: string[] = [];
    for await (const entry of await opendir(this.root)) {
      if (!siteIdPattern.test(entry.name)) continue;
      ids.push(entry.name);
      if (ids.length < batch) continue;
      yield ids;
      ids = [];
    }
    if (ids.length > 0) yield ids;
  }

  private fileOf(storagePath: string): string {
    // The name is also the guard against leaving the folder: nothing but a site's id and a hash fits.
    if (!contentHashOf(storagePath)) throw new Error(`not a storage path: ${JSON.stringify(storagePath)}`);
    return join(this.root, storagePath);
  }
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

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(ignoring('ENOENT'));
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
