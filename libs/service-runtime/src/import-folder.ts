import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports everything that the files of a folder and of its folders export, so that a new file needs no entry in a list.
 * @param folder `import.meta.dirname`
 * @param names matches the paths of the files to import, as `.ts` and as the compiled `.js`
 */
export async function importFolder(folder: string, names: RegExp): Promise<unknown[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => names.test(name)).sort();
  const modules = await Promise.all(
    files.map((name) => import(pathToFileURL(join(folder, name)).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module));
}
