import { MARKDOWN_START_PAGE, START_PAGE } from '@haru/contracts';
import { filesTexts } from '../../../texts/files.js';
import { merged, type PageFile } from '../../files/page-file.js';
import { filesBeside, type LeftOut, type TakenFiles } from '../../files/taking/take-files.js';
import { withStartPage } from './start-page.js';

/** The files of a page that is not published yet. */
export interface FileSet {
  /** The person added these files, or the text of the editor is one of them. */
  own: readonly PageFile[];
  /** These are published: the own files, and a start page if one was added. */
  files: readonly PageFile[];
  leftOut: readonly LeftOut[];
  notice: string;
  /** The text of the editor is one of the files. */
  hasText: boolean;
}

type OwnFiles = Pick<FileSet, 'own' | 'leftOut' | 'hasText'>;

export async function fileSetOf(brought: OwnFiles, ...notices: readonly string[]): Promise<FileSet> {
  const { files, notice } = await withStartPage(brought.own);
  return { ...brought, files, notice: [...notices, notice].join('') };
}

/** Adds files; one at the same path replaces the former. */
export function withAdded(set: FileSet, taken: TakenFiles): Promise<FileSet> {
  const own = merged(set.own, filesBeside(set.own, taken));
  const leftOut = merged(set.leftOut, taken.leftOut);
  return fileSetOf({ ...set, own, leftOut }, `${filesTexts.taken(taken.files.length)}。`);
}

/** @returns undefined if no file is left */
export async function withoutFile(set: FileSet, path: string): Promise<FileSet | undefined> {
  const removed = ownFileAt(set, path);
  const own = set.own.filter((file) => file !== removed);
  const hasText = set.hasText && ![START_PAGE, MARKDOWN_START_PAGE].includes(removed?.path ?? '');
  return own.length === 0 ? undefined : fileSetOf({ ...set, own, hasText });
}

/** Returns the added file that is shown at this path; undefined for a start page that the app made. */
export function ownFileAt({ own, files }: FileSet, path: string): PageFile | undefined {
  const shown = files.find((file) => file.path === path);
  const isRenamed = (file: PageFile) => file.content === shown?.content && !files.some((one) => one.path === file.path);
  return own.find((file) => file.path === path) ?? own.find(isRenamed);
}
