import { texts } from '../../texts/ja.js';

export type ReadFile = { ok: true; name: string; html: string } | { ok: false; problem: string };

const htmlName = /\.html?$/i;

/** The text of one dropped or chosen HTML file, exactly as it is in the file, or what is wrong with it. */
export async function readHtmlFile(files: readonly File[], maxBytes: number): Promise<ReadFile> {
  const [file] = files;
  if (!file) return { ok: false, problem: texts.file.unreadable };
  if (files.length > 1) return { ok: false, problem: texts.file.several };
  if (!htmlName.test(file.name) && file.type !== 'text/html') return { ok: false, problem: texts.file.notHtml };
  if (file.size > maxBytes) return { ok: false, problem: texts.tooLarge(file.size) };
  try {
    return decode(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch {
    // A folder, or a file that went away between choosing and reading.
    return { ok: false, problem: texts.file.unreadable };
  }
}

function decode(name: string, bytes: Uint8Array): ReadFile {
  if (bytes.includes(0)) return { ok: false, problem: texts.file.binary };
  try {
    // ignoreBOM keeps a byte order mark: the page is published byte for byte.
    return { ok: true, name, html: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, problem: texts.file.notUtf8 };
  }
}
