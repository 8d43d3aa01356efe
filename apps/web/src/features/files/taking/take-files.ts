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

const isStart = ({ path }: PageFile): boolean => path === START_PAGE || path === MARKDOWN_START_PAGE;

/** iOS gives this name to each photo from the camera, and browsers to each copied picture. */
const commonName = /^image\.(?:jpe?g|png)$/i;

/**
 * An added folder keeps its name, unless it is the page itself: it shares a file other than the start page with the page,
 * or the start page and a folder. A picture with a common name gets a free name instead of replacing another one.
 */
export function filesBeside(present: readonly PageFile[], { files, folder }: TakenFiles): PageFile[] {
  const known = new Set(present.map(({ path }) => pathKeyOf(path)));
  const folders = folderKeysOf([...known]);
  const inner = [...folderKeysOf(files.map(({ path }) => path))];
  const isOtherStart = folder !== '' && present.some(isStart) && !inner.some((key) => folders.has(key));
  const isOfPage = (file: PageFile) =>
    isStart(file) ? !isOtherStart : known.has(pathKeyOf(file.path)) && !commonName.test(file.path);
  if (files.some(isOfPage) && !folders.has(pathKeyOf(folder.slice(0, -1)))) return files;
  const taken = new Set([...known, ...files.map(({ path }) => pathKeyOf(path))]);
  return files.map((file) => {
    const path = folder + file.path;
    return { ...file, path: commonName.test(path) && known.has(pathKeyOf(path)) ? freePath(path, taken) : path };
  });
}

function freePath(path: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const free = path.replace('.', `-${number}.`);
    if (!taken.has(pathKeyOf(free))) return free;
  }
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
