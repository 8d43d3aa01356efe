import { decodeJapanese, tryDecode } from '@haru/contracts';
import { fileTexts } from '../../../texts/publish/file.js';

export type DecodedHtml = { ok: true; html: string } | { ok: false; problem: string };

/** Browsers look for a `meta` in so many bytes before they decode; source: HTML standard, prescan a byte stream. */
const PRESCAN_BYTES = 1024;
const ESCAPE = 0x1b;

/** UTF-8 stays the same, whatever its `meta` says: pages are sent with their encoding in the header, which overrides it. */
export function decodeHtml(bytes: Uint8Array): DecodedHtml {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return decodeAs(marked, bytes);
  const declared = declaredEncoding(bytes);
  // This is the only encoding of pages whose bytes are all ASCII.
  if (declared?.toLowerCase() === 'iso-2022-jp' && bytes.includes(ESCAPE)) return decodeAs(declared, bytes);
  const utf8 = tryDecode('utf-8', bytes);
  if (utf8 !== undefined) return withoutNul(utf8);
  return declared === undefined ? decodeUndeclared(bytes) : decodeAs(declared, bytes);
}

function decodeUndeclared(bytes: Uint8Array): DecodedHtml {
  const japanese = decodeJapanese(bytes);
  // An archive or a picture may decode without a fault, too.
  return japanese === undefined || bytes.includes(0)
    ? failed(bytes, fileTexts.unknownEncoding)
    : { ok: true, html: japanese };
}

function markedEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES));
  // A document made by the parser runs no script and loads nothing.
  const { documentElement } = new DOMParser().parseFromString(start, 'text/html');
  for (const meta of documentElement.querySelectorAll('meta[charset], meta[http-equiv="content-type" i][content]')) {
    const content = meta.getAttribute('content') ?? '';
    const label = meta.getAttribute('charset') ?? /charset\s*=\s*["']?([^\s"';]+)/i.exec(content)?.[1];
    if (label?.trim()) return label.trim();
  }
  return undefined;
}

function decodeAs(label: string, bytes: Uint8Array): DecodedHtml {
  if (!isKnown(label)) return { ok: false, problem: fileTexts.unsupportedEncoding(label) };
  const html = tryDecode(label, bytes);
  return html === undefined ? failed(bytes, fileTexts.undecodable(label)) : withoutNul(html);
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

function withoutNul(html: string): DecodedHtml {
  return html.includes('\0') ? { ok: false, problem: fileTexts.binary } : { ok: true, html };
}

/** Pictures and archives have NUL bytes, pages have none. */
function failed(bytes: Uint8Array, problem: string): DecodedHtml {
  return { ok: false, problem: bytes.includes(0) ? fileTexts.binary : problem };
}
