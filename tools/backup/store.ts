import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BackupStore } from './vault.js';

/** Opens a folder, or a bucket that is given as `https://key:secret@host/bucket/prefix`. */
export async function openStore(target: string): Promise<BackupStore> {
  if (!/^https?:/.test(target)) return new FolderStore(resolve(target));
  // The client of S3 takes 35 MB of memory.
  const { S3Store } = await import('./s3-store.js');
  return S3Store.open(new URL(target));
}

class FolderStore implements BackupStore {
  constructor(private readonly root: string) {}

  async put(name: string, bytes: Buffer): Promise<void> {
    const file = join(this.root, name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, bytes, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  }

  async get(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.root, name));
    } catch (error) {
      return unlessMissing(error);
    }
  }

  async list(folder: string): Promise<string[]> {
    try {
      const entries = await readdir(join(this.root, folder), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.map(({ parentPath, name }) => join(parentPath, name).slice(this.root.length + 1));
    } catch (error) {
      return unlessMissing(error) ?? [];
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.root, name), { force: true });
    // Only empty folders are removed.
    for (const folder of new Set(names.map(dirname))) {
      const path = join(this.root, folder);
      const isEmpty = (await readdir(path).catch(unlessMissing))?.length === 0;
      if (isEmpty) await rm(path, { recursive: true });
    }
  }
}

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
