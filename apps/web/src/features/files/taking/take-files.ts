import {
  filePathFault,
  folderKeysOf,
  pathKeyOf,
  placeFiles,
  MARKDOWN_START_PAGE,
  START_PAGE,
  treeFault,
  type PublishLimits,
  type TreeFaultCode,
} from '@haru/contracts';
import { fileProblems, filesTexts } from '../../../texts/files.js';
import type { PageFile } from '../page-file.js';
import { filesIn, TakeError, type NamedFile, type Source } from './sources.js';

export interface LeftOut {
  path: string;
  reason: string;
  /** It is false for hidden files, which belong to no page. */
  isFault: boolean;
}

export interface TakenFiles {
  files: PageFile[];
  leftOut: LeftOut[];
  /** All files were in this folder, which ends with a slash and was removed from their paths; '' if there was none. */
  folder: string;
}

/** A folder that is added to a page stays one, unless it has a file of the page or its start: then it is the page. */
export function filesBeside(present: readonly PageFile[], { files, folder }: TakenFiles): PageFile[] {
  const known = new Set([START_PAGE, MARKDOWN_START_PAGE, ...present.map(({ path }) => pathKeyOf(path))]);
  if (files.some(({ path }) => known.has(pathKeyOf(path)))) return files;
  return files.map((file) => ({ ...file, path: folder + file.path }));
}

/** Folders of build tools have many hidden files. */
const MAX_READ_PER_FILE = 10;

/** Makes a page of files, folders and ZIP archives. @param keepsArchives an archive is a file, too @throws TakeError */
export async function takeFiles(
  sources: readonly Source[],
  limits: PublishLimits,
  keepsArchives = false,
): Promise<TakenFiles> {
  const max = limits.treeFiles * MAX_READ_PER_FILE;
  const found = await filesIn(sources, max);
  if (found.length === max) throw new TakeError(fileProblems.TOO_MANY_FILES(limits));
  const named = keepsArchives ? found : await unpack(found, limits);
  const { files, leftOut } = placeFiles(named);
  const taken = takeAllowed(files, limits);
  const [first] = taken.leftOut;
  if (taken.files.length === 0 && first) throw new TakeError(filesTexts.failedFile(first.path, first.reason));
  const fault = treeFault(taken.files, limits);
  if (fault) throw new TakeError(fileProblems[fault.code](limits));
  const hidden = leftOut.map((path) => ({ path, reason: fileProblems.hidden, isFault: false }));
  return { files: taken.files, leftOut: [...taken.leftOut, ...hidden], folder: folderAround(files) };
}

function folderAround([first]: readonly (NamedFile & { path: string })[]): string {
  const [top = '', ...inside] = first?.name.split('/') ?? [];
  return first && inside.join('/').normalize('NFC') === first.path ? `${top.normalize('NFC')}/` : '';
}

/** Replaces each archive by its files. An archive in a folder stays a file. */
async function unpack(found: readonly NamedFile[], limits: PublishLimits): Promise<NamedFile[]> {
  const unpacked: NamedFile[] = [];
  for (const { name, file } of found) {
    if (!isArchive(name)) unpacked.push({ name, file });
    else if (file.size > limits.archiveBytes) throw new TakeError(fileProblems.ARCHIVE_TOO_LARGE(limits, file.size));
    else {
      const { readZip } = await import('./read-zip.js');
      unpacked.push(...(await readZip(file, limits)));
    }
  }
  return unpacked;
}

const isArchive = (name: string) => /^[^/]*\.zip$/i.test(name);

function takeAllowed(
  placed: readonly (NamedFile & { path: string })[],
  limits: PublishLimits,
): Omit<TakenFiles, 'folder'> {
  const files = new Map<string, PageFile>();
  const leftOut: LeftOut[] = [];
  const folders = folderKeysOf(placed.map(({ path }) => path));
  const isTaken = (key: string) => files.has(key) || folders.has(key);
  for (const { path, file } of placed) {
    const fault = faultOf(path, file, limits) ?? (isTaken(pathKeyOf(path)) ? 'FILE_PATHS_EQUAL' : undefined);
    if (fault) leftOut.push({ path, reason: fileProblems[fault](limits), isFault: true });
    else files.set(pathKeyOf(path), { path, bytes: file.size, content: file });
  }
  return { files: [...files.values()], leftOut };
}

function faultOf(path: string, { size }: Blob, limits: PublishLimits): TreeFaultCode | undefined {
  return size > limits.fileBytes ? 'FILE_TOO_LARGE' : filePathFault(path, limits)?.code;
}
