import type { PageFile } from '../page-file.js';

export interface FolderNode {
  /** It ends with a slash; empty for the root. */
  path: string;
  name: string;
  folders: FolderNode[];
  files: PageFile[];
  /** It counts the files in its folders, too. */
  count: number;
}

export function treeOf(files: readonly PageFile[]): FolderNode {
  const root: FolderNode = { path: '', name: '', folders: [], files: [], count: 0 };
  for (const file of [...files].sort((one, other) => one.path.localeCompare(other.path, 'ja', { numeric: true }))) {
    let folder = root;
    folder.count += 1;
    for (const name of file.path.split('/').slice(0, -1)) {
      const path = `${folder.path}${name}/`;
      let next = folder.folders.find((known) => known.path === path);
      if (!next) folder.folders.push((next = { path, name, folders: [], files: [], count: 0 }));
      next.count += 1;
      folder = next;
    }
    folder.files.push(file);
  }
  return root;
}

export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
