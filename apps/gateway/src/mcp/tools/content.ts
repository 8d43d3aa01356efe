import {
  fileError,
  type PageFormat,
  pageFormatSchema,
  placeFiles,
  type PublishLimits,
  treeFault,
} from '@haru/contracts';
import { z } from 'zod';
import { pageIn } from '../../sites/page-in-text.js';

export const contentSchema = z
  .string()
  .describe(
    'One HTML document with its styles and scripts inside, Markdown, or the code of one React component (react, lucide-react, recharts, Tailwind classes), at most 1 MiB. An answer with one code block of HTML is read as the page in it.',
  );

export const formatSchema = pageFormatSchema.optional().describe('If given, content is taken as it is.');

export const filesSchema = z
  .array(z.object({ path: z.string(), text: z.string() }))
  .optional()
  .describe('The files of a page with several, instead of content. It begins at index.html.');

interface GivenPage {
  content?: string | undefined;
  files?: { path: string; text: string }[] | undefined;
  format?: PageFormat | undefined;
}

interface PageBody {
  page: string | Buffer;
  format?: PageFormat | undefined;
  /** Pages leave out hidden files and those that systems add. */
  left_out?: string[];
  /** These steps took the page out of the content. */
  steps?: readonly string[] | undefined;
}

/** Returns the text of a page, or a ZIP archive of its files. @throws ServiceError SEVERAL_PAGES, or the fault of a file */
export async function bodyOf({ content = '', files, format }: GivenPage, limits: PublishLimits): Promise<PageBody> {
  if (files !== undefined) return archiveOf(files, limits);
  const { text: page, ...read } = pageIn(content, format);
  return { page, ...read };
}

async function archiveOf(given: { path: string; text: string }[], limits: PublishLimits): Promise<PageBody> {
  const placed = placeFiles(given.map(({ path, text }) => ({ name: path, text })));
  const files = placed.files.map(({ path, text }) => ({ path, text, bytes: Buffer.byteLength(text) }));
  const fault = treeFault(files, limits);
  if (fault) throw fileError(fault.code, fault.path);
  const { TextReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level: 0, useWebWorkers: false });
  for (const { path, text } of files) await zip.add(path, new TextReader(text));
  return { page: Buffer.from(await zip.close()), ...(placed.leftOut.length ? { left_out: placed.leftOut } : {}) };
}
