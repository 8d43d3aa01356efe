import type { CpuBudget } from '../cpu-budget.js';
import { characterOf, type ScriptString, unescapeScript } from './script-strings.js';

/** A text may be encoded several times: base64 of percent escapes, and so on. */
const MAX_WRAPS = 3;
const MIN_ENCODED = 24;
const MAX_NUMBERS = 100_000;

const MARKUP = /<(?:[a-z][a-z\d-]{0,20}[\s/>]|!)/i;
const BASE64 = /^[\w+/\s-]{24,}={0,2}$/;
const HEXADECIMAL = /^(?:[\da-f]{2}){12,}$/i;
const PERCENT = /%(?:[\da-f]{2}|u[\da-f]{4})/i;
const REVERSED = /(?:tupni|mrof|vid|tpircs|ydob|lmth)\s?<|>(?:mrof|vid|tpircs|ydob|lmth)\/</i;
const SCRIPT_ESCAPE = /\\(?:x[\da-f]{2}|u[\da-f]{4})/i;
const SCRIPT =
  /^\s*(?:(?:document|window|self|location)\.|(?:eval|setTimeout|atob)\(|[(!]?\s*function\b|\(\s*\(|(?:var|let|const) |[[{]\s*")/;
const DATA = /^\s*data:(?!image\/(?!svg)|audio|video|font)|[;,]\s*base64,|^base64,/i;

export const hasMarkup = (text: string): boolean => text.includes('<') && MARKUP.test(text);
/** JSON counts, too. */
export const isScript = (text: string): boolean => SCRIPT.test(text);

const USUAL = /<(?:input|form|div|html|body|script|iframe)\b/i;
const isReversed = (text: string): boolean => REVERSED.test(text) && !USUAL.test(text);
const reversed = (text: string): string => Buffer.from(text, 'utf16le').reverse().swap16().toString('utf16le');

/**
 * Returns the markup or script that a text is, or becomes when it is decoded; undefined when there is none.
 * @throws BudgetExceededError
 */
export function markupIn(text: string, budget: CpuBudget, wraps = 0): string | undefined {
  if (hasMarkup(text) && !isReversed(text)) return text;
  // Without decoding it is an example, or a literal that is read as a script already.
  if (isScript(text)) return wraps > 0 ? text : undefined;
  if (wraps === MAX_WRAPS || text.length < MIN_ENCODED) return undefined;
  for (const decode of DECODERS) {
    budget.spend(text.length);
    const decoded = decode(text);
    const markup = decoded === undefined || decoded === text ? undefined : markupIn(decoded, budget, wraps + 1);
    if (markup !== undefined) return markup;
  }
  return undefined;
}

const DECODERS: ((text: string) => string | undefined)[] = [
  (text) => (DATA.test(text.slice(0, 200)) ? contentOfDataUrl(text) : undefined),
  (text) => (PERCENT.test(text) ? unescapePercent(text) : undefined),
  (text) => (HEXADECIMAL.test(text) ? textOf(Buffer.from(text, 'hex')) : undefined),
  (text) => (BASE64.test(text.trim()) ? textOf(Buffer.from(text, 'base64')) : undefined),
  (text) => (SCRIPT_ESCAPE.test(text) ? unescapeScript(text) : undefined),
  (text) => (isReversed(text) ? reversed(text) : undefined),
  (text) => (text.includes('&lt;') || text.includes('&#') ? unescapeReferences(text) : undefined),
  (text) => {
    const turned = reversed(text).trim();
    return BASE64.test(turned) ? textOf(Buffer.from(turned, 'base64')) : undefined;
  },
];

/** Reads `data:text/html,…`. */
export function pageOfDataUrl(url: string): string | undefined {
  const parts = /^\s*data:\s*(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)([^,]{0,200}),/i.exec(url);
  if (!parts) return undefined;
  const content = url.slice(parts[0].length);
  return /;\s*base64/i.test(parts[1] ?? '')
    ? textOf(Buffer.from(unescapePercent(content), 'base64'))
    : unescapePercent(content);
}

/** Also reads a part of an address, from its media type on. */
function contentOfDataUrl(url: string): string {
  const content = url.slice(url.indexOf(',') + 1);
  return /;?base64,/i.test(url.slice(0, 200))
    ? textOf(Buffer.from(unescapePercent(content), 'base64'))
    : unescapePercent(content);
}

/** Reads `data:text/javascript,…`. */
export function scriptOfDataUrl(url: string): string | undefined {
  const page = url.replace(/^(\s*data:\s*)(?:text|application)\/(?:x-)?(?:java|ecma)script/i, '$1text/html');
  return page === url ? undefined : pageOfDataUrl(page);
}

const BY_CODES = /\bfrom(?:CharCode|CodePoint)\b|TextDecoder/;
const NUMBERS = /(?:(?:0x[\da-f]{1,6}|\d{1,7})\s*,\s*){12,}(?:0x[\da-f]{1,6}|\d{1,7})/gi;
const SHORT_NUMBERS = /(?:(?:0x[\da-f]{1,6}|\d{1,7})\s*,\s*){2,}(?:0x[\da-f]{1,6}|\d{1,7})/gi;

/** Decodes lists of character codes in a script. */
export function spelledByNumbers(code: string): ScriptString[] {
  const found: ScriptString[] = [];
  for (const { 0: list, index: at } of code.matchAll(BY_CODES.test(code) ? SHORT_NUMBERS : NUMBERS)) {
    const codes = list.split(',', MAX_NUMBERS).map(Number);
    if (codes.length <= 12 && codes.some((number) => number < 32)) continue;
    const isBytes = codes.every((number) => number < 256);
    found.push({ text: isBytes ? textOf(Buffer.from(codes)) : codes.map(characterOf).join(''), at });
  }
  return found;
}

/** A page of escapes takes twice the time through a buffer. */
const isAscii = (escapes: string): boolean => !/%[89a-f]/i.test(escapes);

/** Decodes like `unescape` and `decodeURIComponent`: percent escapes are UTF-8, or else single characters. */
function unescapePercent(text: string): string {
  return text
    .replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
      isAscii(escapes) ? decodeURIComponent(escapes) : textOf(Buffer.from(escapes.replaceAll('%', ''), 'hex')),
    )
    .replaceAll(/%u([\da-f]{4})/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)));
}

function unescapeReferences(text: string): string {
  return text
    .replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi, (_, hexadecimal?: string, decimal?: string) =>
      characterOf(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Bytes with such characters are not text. */
const CONTROL = /(?![\t-\r\x80-\x9f])\p{Cc}/u;

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    const text = bytes.toString('latin1');
    return CONTROL.test(text) ? '' : text;
  }
}
