import { limits, START_PAGE } from '@haru/contracts';
import { askStorage } from '../sites/storage-timeout.js';
import type { HtmlStorage } from './html-storage/html-storage.js';
import { readTreeText } from './html-storage/tree.js';

/** Reads the start page of a tree in canonical form. @returns an empty text where it has none that one text may hold */
export async function readStartPage(storage: HtmlStorage, tree: string): Promise<string> {
  const file = readTreeText(tree).find(({ path }) => path === START_PAGE);
  if (!file || file.bytes > limits.htmlMaxBytes) return '';
  const bytes = await askStorage((signal) => storage.readFile(file.hash, signal));
  return bytes?.toString() ?? '';
}
