import { tryDecode } from './decode-text.js';

/** The name of an entry of a ZIP archive, before it is decoded. */
interface EncodedName {
  bytes: Uint8Array;
  /** Bit 11 of the entry's flags says that the name is UTF-8. */
  isUtf8: boolean;
  /** The name in Info-ZIP's Unicode Path field, if its CRC-32 is that of `bytes`. */
  unicodePath: Uint8Array | undefined;
}

/**
 * Decodes the name of an entry: as UTF-8 where the entry says so, by its Unicode Path field, as UTF-8 where it is valid,
 * or as CP932. Backslashes are replaced after decoding, because 表 contains the byte 0x5C, a backslash, in CP932.
 * @returns undefined for a name in another encoding
 */
export function entryNameOf({ bytes, isUtf8, unicodePath }: EncodedName): string | undefined {
  const unicode = unicodePath && tryDecode('utf-8', unicodePath);
  const name = isUtf8 ? tryDecode('utf-8', bytes) : (unicode ?? tryDecode('utf-8', bytes) ?? decodeCp932(bytes));
  return name?.replaceAll('\\', '/');
}

/** The Encoding Standard's `shift_jis` is CP932. It maps unassigned bytes to C1 control characters. */
function decodeCp932(bytes: Uint8Array): string | undefined {
  const name = tryDecode('shift_jis', bytes);
  return name !== undefined && /[\u0080-\u009f\ue000-\uf8ff]/.test(name) ? undefined : name;
}

/** Systems add these to folders and archives. */
const LEFT_OUT = new Set(['__macosx', 'thumbs.db', 'desktop.ini']);

/** Finds the places of files in a page: without hidden files, and without a folder around everything. */
export function placeFiles<File extends { name: string }>(files: readonly File[]) {
  const taken = files.filter(({ name }) => !isLeftOut(name));
  const top = topFolderOf(taken.map(({ name }) => name));
  const placed = taken.map((file) => {
    const from = file.name.slice(top.length);
    return { file, from, path: from.normalize('NFC') };
  });
  return {
    files: placed.map(({ file, path }) => ({ ...file, path })),
    renamed: placed.filter(({ path, from }) => path !== from).map(({ file, path }) => ({ from: file.name, to: path })),
    leftOut: files.filter(({ name }) => isLeftOut(name)).map(({ name }) => name),
  };
}

/** Tells whether a page leaves out a file of a folder or archive. */
export function isLeftOut(name: string): boolean {
  return name
    .split('/')
    .some((part) => (part.startsWith('.') && part !== '.' && part !== '..') || LEFT_OUT.has(part.toLowerCase()));
}

/** @returns the folder that contains all files, with a trailing slash; empty if there is none, or if it is no folder of a page */
function topFolderOf(names: readonly string[]): string {
  const [first = ''] = names;
  const top = first.slice(0, first.indexOf('/') + 1);
  return top !== '/' && top !== '../' && names.every((name) => name.startsWith(top)) ? top : '';
}
