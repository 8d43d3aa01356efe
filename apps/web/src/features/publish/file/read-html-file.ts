import { fileTexts } from '../../../texts/publish/file.js';
import { texts } from '../../../texts/ja.js';
import { decodeHtml } from './decode-html.js';
import type { Entered } from '../paste/read-pasted.js';
import { utf8Bytes } from '../../site/html-rules.js';

export type ReadFile =
  | {
      ok: true;
      name: string;
      html: string;
      /** The file is more than the page in it. */
      read?: Entered | undefined;
    }
  | { ok: false; problem: string };

const htmlName = /\.html?$/i;
const textName = /\.(?:txt|text|md|markdown)$/i;

/** UTF-16 takes two bytes where UTF-8 takes one, so a file may be larger than its page. */
const MAX_BYTES_PER_PAGE_BYTE = 2;

/** Reads one dropped or chosen HTML file, or says what is wrong with it. */
export async function readHtmlFile(files: readonly File[], maxBytes: number): Promise<ReadFile> {
  const [file] = files;
  if (!file) return { ok: false, problem: texts.publish.fileUnreadable };
  if (files.length > 1) return { ok: false, problem: fileTexts.several };
  const isText = textName.test(file.name);
  if (!isText && !htmlName.test(file.name) && file.type !== 'text/html') {
    return { ok: false, problem: otherFileText(file) };
  }
  if (file.size > maxBytes * MAX_BYTES_PER_PAGE_BYTE) return { ok: false, problem: texts.tooLarge(file.size) };
  try {
    const decoded = decodeHtml(new Uint8Array(await file.arrayBuffer()));
    if (!decoded.ok) return decoded;
    const { readPasted } = await import('../paste/read-pasted.js');
    const read = readPasted(decoded.html, { fileName: file.name });
    const isAnswer = read !== undefined && read.before !== '';
    const html = isAnswer ? read.text : isText ? await pageOfText(file.name, decoded.html) : decoded.html;
    const bytes = utf8Bytes(html);
    if (bytes > maxBytes) return { ok: false, problem: texts.tooLarge(bytes) };
    return isAnswer
      ? { ok: true, html, name: file.name, read: { ...read, notice: fileTexts.read(file.name, read.notice) } }
      : { ok: true, html, name: isText ? fileTexts.converted(file.name) : file.name };
  } catch {
    // It is a folder, or the file was removed between choosing and reading.
    return { ok: false, problem: texts.publish.fileUnreadable };
  }
}

/** Says why a file of this kind cannot be a page, and what to do instead. */
function otherFileText({ name, type }: File): string {
  if (/\.[jt]sx$/i.test(name)) return fileTexts.component;
  if (type.startsWith('image/')) return fileTexts.picture;
  if (type.includes('zip') || /\.(?:zip|lzh|7z|rar)$/i.test(name)) return fileTexts.archive;
  if (/\.(?:pdf|docx?|xlsx?|pptx?|pages|key|numbers)$/i.test(name)) return fileTexts.office;
  return fileTexts.notHtml;
}

async function pageOfText(name: string, text: string): Promise<string> {
  const { pageOfMarkdown, pageOfPlainText } = await import('./text-page.js');
  return /\.(?:md|markdown)$/i.test(name) ? pageOfMarkdown(name, text) : pageOfPlainText(name, text);
}
