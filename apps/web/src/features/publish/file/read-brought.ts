import { limits, MARKDOWN_START_PAGE, START_PAGE, formatOfName, type PageFormat } from '@haru/contracts';
import { loadPublishLimits, type Dispatch } from '../../../api/sites/uploads.js';
import { texts } from '../../../texts/ja.js';
import { fileTexts } from '../../../texts/publish/file.js';
import type { PageFile } from '../../files/page-file.js';
import { decodeHtml } from '../../files/taking/decode-html.js';
import { TakeError, type Source } from '../../files/taking/sources.js';
import { filesBeside, takeFiles, type TakenFiles } from '../../files/taking/take-files.js';
import { isBlank, utf8Bytes } from '../../site/html-rules.js';
import { fileSetOf, withAdded, type FileSet } from '../files/file-set.js';
import { isShowable } from '../files/start-page.js';
import { readPasted, type Entered } from '../paste/read-pasted.js';
import { pageOfPlainText } from './text-page.js';

export interface Present {
  text: string;
  format: PageFormat;
  /** They are shown instead of the editor. */
  files: FileSet | undefined;
}

export type Brought = ReadFile | { ok: true; files: FileSet };

/** UTF-16 takes two bytes where UTF-8 takes one, so a file may be larger than its page. */
const MAX_BYTES_PER_PAGE_BYTE = 2;

/** Reads what was dropped, chosen or pasted: one page becomes a text, all else the files of a page. */
export async function readBrought(sources: readonly Source[], present: Present, dispatch: Dispatch): Promise<Brought> {
  try {
    const [only] = sources;
    const isOne = sources.length === 1 && only instanceof File;
    if (isOne && isPageText(only) && only.size <= limits.htmlMaxBytes * MAX_BYTES_PER_PAGE_BYTE && !present.files) {
      const page = await readHtmlFile(only);
      if (page.ok || !page.isTooLarge) return page;
    }
    if (isOne && !present.files && !isTakenAlone(only)) return { ok: false, problem: otherFileText(only) };
    const taken = await takeFiles(sources, await loadPublishLimits(dispatch));
    return await setOf(taken, present);
  } catch (error) {
    if (error instanceof TakeError) return { ok: false, problem: error.message };
    throw error;
  }
}

const isTakenAlone = (file: File) => isPageText(file) || isShowable(file.name) || /\.zip$/i.test(file.name);

async function setOf(taken: TakenFiles, { text, format, files }: Present): Promise<Brought> {
  if (files) return { ok: true, files: await withAdded(files, taken) };
  const [only] = taken.files;
  const page = taken.files.length === 1 && only ? pageIn(only) : undefined;
  if (page && taken.leftOut.length === 0) return readHtmlFile(page);
  const hasPage = taken.files.some(({ path }) => /\.html?$/i.test(path));
  if (hasPage || isBlank(text))
    return { ok: true, files: await fileSetOf({ own: taken.files, leftOut: taken.leftOut, hasText: false }) };
  if (format === 'component') return { ok: false, problem: fileTexts.besideComponent };
  const content = new Blob([text]);
  const path = format === 'markdown' ? MARKDOWN_START_PAGE : START_PAGE;
  const own = [{ path, bytes: content.size, content }, ...filesBeside([], taken)];
  return { ok: true, files: await fileSetOf({ own, leftOut: taken.leftOut, hasText: true }) };
}

/** Returns the only page of a folder or an archive, if the editor can have it. */
function pageIn({ path, bytes, content }: PageFile): File | undefined {
  const file = content instanceof Blob ? new File([content], path) : undefined;
  return file && bytes <= limits.htmlMaxBytes && isPageText(file) ? file : undefined;
}

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

function isPageText({ name, type }: File): boolean {
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

function otherFileText({ name }: File): string {
  if (/\.(?:lzh|7z|rar|gz|tar)$/i.test(name)) return fileTexts.archive;
  if (/\.(?:pdf|docx?|xlsx?|pptx?|pages|key|numbers)$/i.test(name)) return fileTexts.office;
  return fileTexts.notHtml;
}
