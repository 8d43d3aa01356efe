import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { decodeJapanese } from '@haru/contracts';

/** The HTML standard looks for the encoding in the first 1,024 bytes. */
const SNIFFED_BYTES = 1_024;
const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i;
const comments = /<!(?=--)[\s\S]*?(?:-->|$)/g;

/** Decodes a document as a browser does: by its byte order mark, as UTF-8, or by what it declares. */
export function decodeDocument(bytes: Buffer): string {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // An XML declaration shows the encoding without a byte order mark.
  if (first === 0x3c && second === 0 && third === 0x3f) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f)
    return new TextDecoder('utf-16be').decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const beginning = bytes.subarray(0, SNIFFED_BYTES).toString('latin1').replace(comments, '');
  const [, html, xml] = declared.exec(beginning) ?? [];
  return decoderOf(html ?? xml).decode(bytes);
}

/** Decodes Markdown, which usually declares no encoding: Shift_JIS and EUC-JP are known by their bytes. */
export function decodeMarkdown(bytes: Buffer): string {
  const document = decodeDocument(bytes);
  const isDecoded = isUtf8(bytes) || !document.includes('\ufffd');
  return (isDecoded ? undefined : decodeJapanese(bytes)) ?? document;
}

function decoderOf(label: string | undefined): TextDecoder {
  try {
    // The HTML standard reads these two labels differently when a document declares them itself.
    if (label?.toLowerCase() === 'x-user-defined') return new TextDecoder('windows-1252');
    const decoder = new TextDecoder(label);
    return decoder.encoding.startsWith('utf-16') ? new TextDecoder() : decoder;
  } catch {
    // The document names an encoding that does not exist.
    return new TextDecoder();
  }
}
