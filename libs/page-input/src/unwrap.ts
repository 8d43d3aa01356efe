import { hasTag, startsWithTag, titleIn, withoutRepeats, type Choice, type Found, type Step } from './reading.js';

const found = (step: Step, text: string): Found => ({ choices: [{ name: '', text }], steps: [step] });

const STARTS_ESCAPED = /^\s*&(?:amp;)?(?:lt|#0*60|#x0*3c);[a-z!/?]/i;
const ESCAPED = /&(?:(lt|gt|amp|quot|apos)|#(?:0*(\d{2})|x0*([0-9a-f]{2})));/gi;
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Finds a page that is written as data of another format. */
export const unwrap = (text: string): Found | undefined =>
  fromDataAddress(text) ?? fromJson(text) ?? fromQuoted(text) ?? fromEscaped(text);

/** Unescapes a page once if all its tags are escaped. It may be escaped twice, and is read again. */
export function fromEscaped(text: string): Found | undefined {
  if (!STARTS_ESCAPED.test(text) || hasTag(text)) return undefined;
  const html = text.replace(ESCAPED, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const sign = String.fromCharCode(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
    return Object.values(named).includes(sign) ? sign : whole;
  });
  return found('unescaped', html);
}

const QUOTED = /^\s*(?:[\w$][\w$.: ]{0,60}=\s*)?(["'`])([^]*)\1;?\s*$/;
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|([^]))/gi;
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Reads a page in the string of a program, or in a cell or a string of SQL, where quotation marks are doubled. */
function fromQuoted(text: string): Found | undefined {
  const [, quote = '', content = ''] = QUOTED.exec(text) ?? [];
  const doubled = quote + quote;
  const isDoubled = quote !== '`' && (/[\r\n]/.test(content) || content.includes(doubled));
  if (content.replaceAll(isDoubled ? doubled : ESCAPE, '').includes(quote)) return undefined;
  const html = isDoubled
    ? content.replaceAll(doubled, quote)
    : content.replace(ESCAPE, (_escape, x?: string, u?: string, sign?: string) =>
        sign === undefined ? String.fromCharCode(parseInt(x ?? u ?? '', 16)) : (controls[sign] ?? sign),
      );
  return startsWithTag(html) && hasTag(html) ? found('unquoted', html) : undefined;
}

/** Pages are searched for down to this depth of the JSON. */
const MAX_DEPTH = 6;
/** Its content, and its closing quotation mark unless it is cut off. */
const STRING = /"([^"\\]*(?:\\.[^"\\]*)*)("?)/g;
const HTML_NAME = /^html(?:_?content)?$/i;
const HTML_FIELD = new RegExp(`"html(?:_?content)?"\\s*:\\s*${STRING.source}`, 'gi');

/** A field of any other name, such as the content of a message, has to contain a whole page, a page's fence, or JSON. */
const PAGE_OR_FENCE =
  /^[ \t]*(?:<(?:!doctype|html)[\s>]|(?:`{3,}|~{3,})(?:html|svg|[jt]sx)\b|[{[].*"html(?:_?content)?"\s*:)/im;

/** Finds pages in JSON: a string, the fields `html`, `html_content` and `htmlContent` at any level, or else answers. */
export function fromJson(text: string): Found | undefined {
  if (!/^\s*["{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return foundInJson([value]);
    const texts = textsIn(value, MAX_DEPTH);
    const named = foundInJson(texts.flatMap(([name, text]) => (HTML_NAME.test(name) ? [text] : [])));
    return named ?? foundInJson(texts.flatMap(([, text]) => (PAGE_OR_FENCE.test(text) ? [text] : [])));
  } catch {
    // The JSON is cut off, has several values in a row, or has a comma too many.
    const pages = Array.from(text.matchAll(HTML_FIELD), ([, content = '', end = '']) => parsed(content, end));
    return foundInJson(pages, isCutOff(text) ? ['json', 'truncated'] : ['json']);
  }
}

function foundInJson(pages: readonly string[], steps: readonly Step[] = ['json']): Found | undefined {
  const choices = pages.filter(isPageText).map((page): Choice => ({ name: titleIn(page), text: page }));
  return choices.length > 0 ? { choices: withoutRepeats(choices), steps } : undefined;
}

/** Whether a string or a bracket is open at the end. */
function isCutOff(text: string): boolean {
  const brackets = text.replace(STRING, (_string, _content, end: string) => (end === '' ? '[' : ''));
  return brackets.split(/[{[]/).length > brackets.split(/[}\]]/).length;
}

/** Escaped pages and answers with fences count too, because they are read again. */
const isPageText = (text: string): boolean =>
  hasTag(text) || STARTS_ESCAPED.test(text) || /^[ \t]*(?:`{3}|~{3})/m.test(text);

function textsIn(value: unknown, depth: number): [name: string, text: string][] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.entries(value).flatMap(([name, field]: [string, unknown]): [string, string][] =>
    typeof field === 'string' ? [[name, field]] : textsIn(field, depth - 1),
  );
}

/** @returns '' for an invalid string */
function parsed(content: string, end: string): string {
  const text = end === '' ? content.replace(/[\r\n]+$/, '') : content;
  try {
    // JSON escapes line breaks in strings, but a copied part of it may contain real ones.
    return String(JSON.parse(`"${text.replaceAll(/\r\n?|\n/g, '\\n')}"`));
  } catch {
    return '';
  }
}

const DATA_ADDRESS = /^\s*data:(?:text\/html|image\/svg\+xml)((?:;[^,;]*)*),/i;

/** Decodes the page in a `data:` URL. */
function fromDataAddress(text: string): Found | undefined {
  const [start, parameters = ''] = DATA_ADDRESS.exec(text) ?? [];
  if (start === undefined) return undefined;
  const data = text.slice(start.length).trimEnd();
  try {
    return found('data-url', decodeData(data, parameters));
  } catch {
    return undefined;
  }
}

function decodeData(data: string, parameters: string): string {
  const decoder = decoderOf(/;charset="?([\w-]+)/i.exec(parameters)?.[1]);
  const decode = (bytes: string) => decoder.decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)));
  if (/;base64$/i.test(parameters)) return decode(atob(decodePercents(data).replace(/\s/g, '')));
  if (decoder.encoding === 'utf-8') return decodePercents(data);
  // In other character sets, the second byte of a sign may be a letter. Signs beyond ASCII are decoded already.
  return data.replace(/[\t\n\r -~]+/g, (ascii) =>
    decode(ascii.replace(/%([0-9a-f]{2})/gi, (_sequence, hex: string) => String.fromCharCode(parseInt(hex, 16)))),
  );
}

/** Browsers ignore an unknown character set too. */
function decoderOf(charset = 'utf-8') {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** These are the signs of UTF-8. X is a digit, and Y a byte that continues a sign. */
const SIGNS = [
  '[0-7]X',
  '(?:C[2-9A-F]|DX)%Y',
  '(?:E0%[AB]X|E[1-9A-CEF]%Y|ED%[89]X)%Y',
  '(?:F0%[9AB]X|F[1-3]%Y|F4%8X)%Y%Y',
];
const PERCENTS = new RegExp(
  `(?:%(?:${SIGNS.join('|').replaceAll('Y', '[89AB]X').replaceAll('X', '[0-9A-F]')}))+`,
  'gi',
);

/** Invalid percent sequences stay as they are. They are not tried, because 1 MiB of exceptions takes two seconds. */
const decodePercents = (data: string): string => data.replace(PERCENTS, (signs) => decodeURIComponent(signs));
