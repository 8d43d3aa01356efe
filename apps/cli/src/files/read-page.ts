import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { PageFormat } from '@haru/contracts';
import { readPageInput } from '@haru/page-input';
import type { Options } from '../arguments.js';
import { CommandError, exitCodes, usageError } from '../errors.js';

export interface PageText {
  html: string;
  format: PageFormat;
  /** These steps found the page in the text. */
  steps: readonly string[];
}

/** Reads the page in a file, or in standard input for `-`. @throws CommandError where there is none, or several */
export async function readPage(file: string, { raw = false, pick }: Options): Promise<PageText> {
  const given = file === '-' ? await text(process.stdin) : await readText(file);
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
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw usageError(`${file} cannot be read.`);
  }
}
