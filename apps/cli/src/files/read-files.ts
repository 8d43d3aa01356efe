import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isLeftOut } from '@haru/contracts';
import { usageError } from '../errors.js';

/** The files of a page by their paths, or one archive of them. */
export type PageFiles = { files: ReadonlyMap<string, Buffer> } | { archive: Buffer };

/** @returns undefined if the name is that of a page of one text */
export async function readFiles(name: string): Promise<PageFiles | undefined> {
  if (name === '-') return undefined;
  if (/\.zip$/i.test(name)) return { archive: await readFile(name).catch(() => unreadable(name)) };
  const found = await stat(name).catch(() => unreadable(name));
  return found.isDirectory() ? { files: await filesIn(name) } : undefined;
}

/** The same files are left out as of archives. Links are not followed: they may lead out of the folder. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !isLeftOut(path));
  if (paths.length === 0) throw usageError(`${folder} has no files to publish.`, '');
  const files = new Map<string, Buffer>();
  for (const path of paths) files.set(path, await readFile(join(folder, path)));
  return files;
}

export function unreadable(name: string): never {
  throw usageError(`${name} cannot be read.`);
}
