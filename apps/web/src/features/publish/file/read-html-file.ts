import { formatOfName, limits, type PageFormat } from '@haru/contracts';
import { fileTexts } from '../../../texts/publish/file.js';
import { texts } from '../../../texts/ja.js';
import { decodeHtml } from './decode-html.js';
import { readPasted, type Entered } from '../paste/read-pasted.js';
import { pageOfPlainText } from './text-page.js';
import { utf8Bytes } from '../../site/html-rules.js';

export type ReadFile =
  | {
      ok: true;
      name: string;
      html: string;
      format: PageFormat;
      /** The file is more than the page in it. */
      read?: Entered | undefined;
    }
  | {
      ok: false;
      problem: string;
      /** It could be a page of several files. */
      isTooLarge?: boolean;
    };

const htmlName = /\.html?$/i;
const textName = /\.(?:txt|text|md|markdown|[jt]sx)$/i;

export function isPageText({ name, type }: File): boolean {
  return textName.test(name) || htmlName.test(name) || type === 'text/html';
}

export async function readHtmlFile(file: File): Promise<ReadFile> {
  const isText = textName.test(file.name);
  const format = formatOfName(file.name);
  const decoded = decodeHtml(new Uint8Array(await file.arrayBuffer()));
  if (!decoded.ok) return decoded;
  const read = readPasted(decoded.html, { fileName: file.name });
  const isAnswer = read !== undefined && read.before !== '';
  const isPlain = isText && format === undefined;
  const html = isAnswer ? read.text : isPlain ? pageOfPlainText(file.name, decoded.html) : decoded.html;
  const bytes = utf8Bytes(html);
  if (bytes > limits.htmlMaxBytes) return { ok: false, problem: texts.tooLarge(bytes), isTooLarge: true };
  if (isAnswer) {
    const notice = fileTexts.read(file.name, read.notice);
    return { ok: true, html, format: read.format ?? 'html', name: file.name, read: { ...read, notice } };
  }
  // Taking it back leaves the text alone in the editor.
  const made = { text: html, before: decoded.html, notice: fileTexts.wrapped(file.name), offers: [] };
  return { ok: true, html, format: format ?? 'html', name: file.name, read: isPlain ? made : undefined };
}

export function otherFileText({ name }: File): string {
  if (/\.(?:lzh|7z|rar|gz|tar)$/i.test(name)) return fileTexts.archive;
  if (/\.(?:pdf|docx?|xlsx?|pptx?|pages|key|numbers)$/i.test(name)) return fileTexts.office;
  return fileTexts.notHtml;
}
