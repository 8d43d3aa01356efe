import type { CpuBudget } from '../cpu-budget.js';

/** A text may be encoded this often, such as percent escapes in base64. */
const MAX_ROUNDS = 8;
/** A text without one of these is no page, and no encoded one. */
const MAY_HIDE =
  /<\w|\\[xu"'`]|%(?:3c|u00)|["'`]\s{0,20}\+\s{0,20}["'`]|[\w+/]{24}|[\da-f]\s{0,9},\s{0,9}(?:0x)?[\da-f]{1,7}\s{0,9},/i;
/** A page has one of these. */
const PAGE = /<(?:input|textarea|form|h1|title|img|i?frame|script)\b/i;
/** Bytes with such characters are not text. */
const CONTROL = /(?![\t-\r\x80-\x9f])\p{Cc}/u;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Each row finds one way of writing text in a script or an attribute, and returns that text. */
const DECODERS: readonly [pattern: RegExp, decode: (found: string) => string][] = [
  [/(?<!\\)\\+["'`/]/g, (found) => found.slice(-1)],
  [/(["'`])\s{0,20}\+\s{0,20}\1/g, () => ''],
  [
    /\\x[\da-f]{2}|[\\%]u[\da-f]{4}|\\u\{[\da-f]{1,6}\}/gi,
    (found) => characterOf(`0x${found.replaceAll(/^..|[{}]/g, '')}`),
  ],
  [/(?:%[\da-f]{2})+/gi, (found) => textOf(Buffer.from(found.replaceAll('%', ''), 'hex')) ?? found],
  [/(?:(?:0x[\da-f]{1,6}|\d{1,7})\s*,\s*){11,}(?:0x[\da-f]{1,6}|\d{1,7})/gi, textOfCodes],
  [/(?<![\w+/])[\w+/]{24,}={0,2}/g, (found) => textOf(Buffer.from(found, 'base64')) ?? found],
];

export const isPage = (text: string): boolean => text.includes('<') && PAGE.test(text);

/**
 * Decodes what a script or an attribute may write into the page.
 * @returns the same text if nothing in it is encoded; `isCut` if the text is encoded too often
 * @throws BudgetExceededError
 */
export function decoded(source: string, budget: CpuBudget): { text: string; isCut: boolean } {
  if (!MAY_HIDE.test(source)) return { text: source, isCut: false };
  let text = source;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    budget.spend(2 * text.length);
    const before = text;
    for (const [pattern, decode] of DECODERS) text = text.replaceAll(pattern, decode);
    if (text === before) return { text, isCut: false };
  }
  return { text, isCut: true };
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
