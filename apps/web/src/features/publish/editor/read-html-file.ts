import { texts } from '../../../texts/ja.js';
import { decodeHtml } from './decode-html.js';
import { utf8Bytes } from './html-size.js';

export type ReadFile = { ok: true; name: string; html: string } | { ok: false; problem: string };

const htmlName = /\.html?$/i;

/** UTF-16 takes two bytes where UTF-8 takes one, so a file may be larger than its page. */
const MAX_BYTES_PER_PAGE_BYTE = 2;

/** The text of one dropped or chosen HTML file, or what is wrong with it. */
export async function readHtmlFile(files: readonly File[], maxBytes: number): Promise<ReadFile> {
  const [file] = files;
  if (!file) return { ok: false, problem: texts.file.unreadable };
  if (files.length > 1) return { ok: false, problem: texts.file.several };
  if (!htmlName.test(file.name) && file.type !== 'text/html') return { ok: false, problem: texts.file.notHtml };
  if (file.size > maxBytes * MAX_BYTES_PER_PAGE_BYTE) return { ok: false, problem: texts.tooLarge(file.size) };
  try {
    const decoded = decodeHtml(new Uint8Array(await file.arrayBuffer()));
    if (!decoded.ok) return decoded;
    const bytes = utf8Bytes(decoded.html);
    if (bytes > maxBytes) return { ok: false, problem: texts.tooLarge(bytes) };
    return { ...decoded, name: file.name };
  } catch {
    // A folder, or a file that went away between choosing and reading.
    return { ok: false, problem: texts.file.unreadable };
  }
}
