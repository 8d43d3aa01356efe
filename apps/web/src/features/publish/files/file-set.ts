import { pathKeyOf } from '@haru/contracts';
import { filesTexts } from '../../../texts/files.js';
import type { PageFile } from '../../files/page-file.js';
import type { LeftOut, TakenFiles } from '../../files/taking/take-files.js';
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
  const own = new Map([...set.own, ...taken.files].map((file) => [pathKeyOf(file.path), file]));
  const leftOut = [...set.leftOut, ...taken.leftOut];
  return fileSetOf({ ...set, own: [...own.values()], leftOut }, `${filesTexts.taken(taken.files.length)}。`);
}

/** @returns undefined if no file is left */
export async function withoutFile(set: FileSet, path: string): Promise<FileSet | undefined> {
  const removed = set.files.find((file) => file.path === path);
  const own = set.own.filter((file) => file.path !== path && file.content !== removed?.content);
  return own.length === 0 ? undefined : fileSetOf({ ...set, own });
}
