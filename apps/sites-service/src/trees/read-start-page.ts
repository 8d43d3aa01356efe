import { isUtf8 } from 'node:buffer';
import { limits, START_PAGE } from '@haru/contracts';
import { askStorage } from '../sites/storage-timeout.js';
import type { HtmlStorage } from '../storage/html-storage/html-storage.js';
import { readTreeText } from '../storage/html-storage/tree.js';
import { decodeDocument } from './decode-document.js';

/** Reads the start page of a tree in canonical form. @returns an empty text where it has none that one text may hold */
export async function readStartPage(storage: HtmlStorage, tree: string): Promise<string> {
  const file = readTreeText(tree).find(({ path }) => path === START_PAGE);
  if (!file || file.bytes > limits.htmlMaxBytes) return '';
  const bytes = await askStorage((signal) => storage.readFile(file.hash, signal));
  // UTF-8 stays as it is, with its byte order mark.
  if (!bytes || isUtf8(bytes)) return bytes?.toString() ?? '';
  return decodeDocument(bytes);
}
