import type { ProductErrorCode } from '../errors/product-errors.js';
import type { PublishLimits } from './publish-limits.js';

/** A page with several files begins with this one, if it has it. */
export const START_PAGE = 'index.html';

/** File systems allow a name this many bytes. */
const MAX_NAME_LENGTH = 255;
const MAX_PATH_LENGTH = 512;

/** A control character, or a backslash, which is a separator on some systems. */
const FORBIDDEN = /[\p{Cc}\\]/u;

export type TreeFaultCode = Extract<
  ProductErrorCode,
  | 'FILE_PATH_INVALID'
  | 'FILE_PATHS_EQUAL'
  | 'FILE_TOO_DEEP'
  | 'FILE_TOO_LARGE'
  | 'TOO_MANY_FILES'
  | 'TREE_EMPTY'
  | 'TREE_TOO_LARGE'
>;

export interface TreeFault {
  code: TreeFaultCode;
  /** It is the path of the file at fault, if one is. */
  path?: string;
}

export type TreeLimits = Pick<PublishLimits, 'treeBytes' | 'treeFiles' | 'fileBytes' | 'treeDepth'>;

/** Returns why a file cannot have this path; undefined if it can. */
export function filePathFault(path: string, { treeDepth }: Pick<TreeLimits, 'treeDepth'>): TreeFault | undefined {
  const names = path.split('/');
  const isName = (name: string) => name !== '' && name !== '.' && name !== '..' && name.length <= MAX_NAME_LENGTH;
  const isValid = path.length <= MAX_PATH_LENGTH && path.isWellFormed() && !FORBIDDEN.test(path) && names.every(isName);
  if (!isValid) return { code: 'FILE_PATH_INVALID', path };
  return names.length - 1 > treeDepth ? { code: 'FILE_TOO_DEEP', path } : undefined;
}

/** Paths with the same key are equal on a system that ignores case or the form of Unicode. */
export function pathKeyOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Returns the keys of the folders that contain these files. */
export function folderKeysOf(paths: readonly string[]): Set<string> {
  const parents = paths.map((path) => pathKeyOf(path).split('/').slice(0, -1));
  return new Set(parents.flatMap((names) => names.map((_, at) => names.slice(0, at + 1).join('/'))));
}

/** Returns why a page cannot have these files; undefined if it can. Browser and service use it. */
export function treeFault(
  files: readonly { path: string; bytes: number }[],
  limits: TreeLimits,
): TreeFault | undefined {
  if (files.length === 0) return { code: 'TREE_EMPTY' };
  if (files.length > limits.treeFiles) return { code: 'TOO_MANY_FILES' };
  const known = folderKeysOf(files.map(({ path }) => path));
  let sum = 0;
  for (const { path, bytes } of files) {
    const fault = filePathFault(path, limits);
    if (fault) return fault;
    if (known.has(pathKeyOf(path))) return { code: 'FILE_PATHS_EQUAL', path };
    if (bytes > limits.fileBytes) return { code: 'FILE_TOO_LARGE', path };
    known.add(pathKeyOf(path));
    sum += bytes;
  }
  return sum > limits.treeBytes ? { code: 'TREE_TOO_LARGE' } : undefined;
}
