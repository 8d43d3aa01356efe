import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { PageFormat } from '@haru/contracts';
import { readPageInput } from '@haru/page-input';
import type { Options } from '../arguments.js';
import { CommandError, exitCodes, usageError } from '../errors.js';
import { unreadable } from './read-files.js';

export interface PageText {
  html: string;
  format: PageFormat;
  /** These steps found the page in the text. */
  steps: readonly string[];
}

/** Reads the page in a file, or in standard input for `-`. @throws CommandError where there is none, or several */
export async function readPage(file: string, { raw = false, pick }: Options): Promise<PageText> {
  const given = await readText(file);
  const named = formatOf(readPageInput('', { fileName: file }).kind);
  if (raw) return { html: given, format: named, steps: [] };
  const { kind, text: taken, steps, choices } = readPageInput(given, file === '-' ? {} : { fileName: file });
  if (kind === 'markdown' && named !== 'markdown') {
    throw new CommandError(exitCodes.refused, 'NOT_HTML', 'The text is Markdown.', '--raw publishes it as it is.');
  }
  const format = formatOf(kind);
  if (choices.length === 0) return { html: taken, format, steps };
  const chosen = choices[Number(pick) - 1];
  if (chosen) return { html: chosen.text, format, steps };
  const names = choices.map(({ name }, index) => `--pick ${index + 1}${name && `: ${name}`}`);
  throw usageError(`The text has ${choices.length} pages.`, names.join('\n'));
}

function formatOf(kind: PageFormat | 'text'): PageFormat {
  return kind === 'text' ? 'html' : kind;
}

async function readText(file: string): Promise<string> {
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file).catch(() => unreadable(file)));
  if (isUtf8(bytes)) return bytes.toString();
  const hint = 'Convert it to UTF-8, for example with iconv -f SHIFT_JIS -t UTF-8.';
  throw new CommandError(exitCodes.refused, 'HTML_NOT_UTF8', 'The page is not UTF-8.', hint);
}
