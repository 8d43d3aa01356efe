import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type InformationPage, informationPages } from '@haru/contracts';

const DEFAULTS = join(import.meta.dirname, '../../texts');
/** A text is sent whole; a larger file is a mistake. */
const MAX_BYTES = 262_144;

interface Options {
  /** The folder has `terms.md`, `privacy.md` and `contact.md`, or some of them. */
  folder: string | undefined;
  /** This replaces `{product}`. */
  product: string;
}

/**
 * Reads the Markdown of the information pages once, at start: the operator's file if there is one, otherwise the
 * default.
 * @throws Error when the folder or a file in it cannot be used
 */
export function readInformationTexts({ folder, product }: Options): Record<InformationPage, string> {
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`INFORMATION_DIR: ${folder} is no folder`);
  }
  const texts = informationPages.map((page): [string, string] => {
    const own = folder === undefined ? undefined : join(folder, `${page}.md`);
    const file = own !== undefined && existsSync(own) ? own : join(DEFAULTS, `${page}.md`);
    return [page, readText(file).replaceAll('{product}', product)];
  });
  return Object.fromEntries(texts) as Record<InformationPage, string>;
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  if (bytes.length > MAX_BYTES) throw new Error(`INFORMATION_DIR: ${file} has more than ${MAX_BYTES} bytes`);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
