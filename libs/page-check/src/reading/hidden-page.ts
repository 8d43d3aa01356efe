import type { CpuBudget } from '../cpu-budget.js';

/** A text may be encoded this often, such as percent escapes in base64. */
const MAX_ROUNDS = 8;
/** A text without one of these is no page, and no encoded one. */
const MAY_HIDE =
  /<\w|\\[xu"'`]|%(?:3c|u00)|["'`]\s{0,20}\+\s{0,20}["'`]|[\w+/]{24}|[\da-f]\s{0,9},\s{0,9}(?:0x)?[\da-f]{1,7}\s{0,9},/i;
/** A page has one of these. */
const PAGE = /<(?:[^\s<>:]+:)?(?:input|textarea|form|h1|title|img|i?frame|script)\b/i;
/** Bytes with such characters are not text. */
const CONTROL = /(?![\t-\r\x80-\x9f])\p{Cc}/u;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Each row finds one way of writing text in a script or an attribute, and returns that text. A long one may be a page. */
const DECODERS: readonly [pattern: RegExp, decode: (found: string) => string, isLong?: true][] = [
  [/(?<!\\)\\+["'`/]/g, (found) => found.slice(-1)],
  [/(["'`])\s{0,20}\+\s{0,20}\1/g, () => ''],
  [
    /(?<!\\)\\+(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,6}\})|%u[\da-f]{4}/gi,
    (found) => characterOf(`0x${found.replaceAll(/^(?:\\+|%)[xu]|[{}]/gi, '')}`),
  ],
  [/(?:%[\da-f]{2})+/gi, (found) => textOf(Buffer.from(found.replaceAll('%', ''), 'hex')) ?? found, true],
  [/(?:(?:0x[\da-f]{1,6}|\d{1,7})\s*,\s*){11,}(?:0x[\da-f]{1,6}|\d{1,7})/gi, textOfCodes, true],
  [/(?<![\w+/])[\w+/]{24,}={0,2}/g, (found) => textOf(Buffer.from(found, 'base64')) ?? found, true],
];

export const isPage = (text: string): boolean => text.includes('<') && PAGE.test(text);

interface Decoded {
  /** It is the same text if nothing in it is encoded. */
  text: string;
  /** It is the page around the first encoded texts: in `text` their quotes may end an attribute of it. */
  outer: string | undefined;
  /** The text is encoded too often. */
  isCut: boolean;
}

/**
 * Decodes what a script or an attribute may write into the page.
 * @throws BudgetExceededError
 */
export function decoded(source: string, budget: CpuBudget): Decoded {
  let text = source;
  let outer: string | undefined;
  if (!MAY_HIDE.test(source)) return { text, outer, isCut: false };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    budget.spend(2 * text.length);
    const before = text;
    for (const [pattern, decode, isLong] of DECODERS) {
      const around = text;
      text = text.replaceAll(pattern, decode);
      // In the first round escaped characters belong to the script itself, and there is no page around them.
      if (text !== around && (isLong || round > 0) && isPage(around)) outer ??= around;
    }
    if (text === before) return { text, outer, isCut: false };
  }
  return { text, outer, isCut: true };
}

function characterOf(code: string): string {
  return Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : '';
}

function textOfCodes(list: string): string {
  const codes = list.split(',').map(Number);
  if (codes.some((code) => code > 255)) return codes.map((code) => characterOf(String(code))).join('');
  return textOf(Buffer.from(codes)) ?? list;
}

function textOf(bytes: Buffer): string | undefined {
  // Most runs of such characters are no text, which the first bytes show.
  if (CONTROL.test(bytes.toString('latin1', 0, 48))) return undefined;
  try {
    const text = utf8.decode(bytes);
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
