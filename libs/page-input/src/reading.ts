/**
 * A step says what was done to a text: `answer` took the page out of an assistant's answer, `joined` inlined style
 * sheets and scripts, `unnumbered` removed the numbers of copied lines, `unquoted` the quotation marks around it, and
 * `truncated` means that its end is missing.
 */
export type Step =
  'answer' | 'joined' | 'truncated' | 'unnumbered' | 'unquoted' | 'unescaped' | 'json' | 'data-url' | 'rich-text';

export interface Choice {
  /** This is its file name or title, or '' if it has neither. */
  name: string;
  text: string;
}

/** A text contains at least one choice, which was found by these steps. */
export interface Found {
  choices: readonly Choice[];
  steps: readonly Step[];
}

/** Editors and chats put these invisible characters before a copied text. */
const INVISIBLE_START = /^[\ufeff\u200b-\u200f\u2060]+/;

export const withoutInvisibleStart = (text: string): string => text.replace(INVISIBLE_START, '');

export const startsWithTag = (text: string): boolean => /^\s*</.test(withoutInvisibleStart(text));

export const hasTag = (text: string): boolean => /<(?:!doctype|\/?[a-z][a-z0-9-]*(?=[\s/>]))[^<>]*>/i.test(text);

const PAGE_START = /^\s*<(?:!doctype\s+html|html|head|body)(?=[\s>])/i;

export const startsPage = (text: string): boolean => PAGE_START.test(text);

/** The end tag counts only at the end of a line, because prose and scripts contain it too. */
const PAGE_END = /<\/html>(?=[ \t]*(?:`+[ \t]*)?$)/gim;

/** Without one there, it counts before a sentence. In a script, the end of a string follows. */
const PAGE_END_IN_LINE = /<\/html>(?=[ \t]*\p{L})/giu;

/** @returns the page without the text after it; undefined if its end tag is missing */
export function upToPageEnd(text: string, isQuoted = false): string | undefined {
  const endInLine = isQuoted ? /<\/html>(?=\s*["'`])/gi : PAGE_END_IN_LINE;
  const last = [...text.matchAll(PAGE_END)].at(-1) ?? [...text.matchAll(endInLine)].at(-1);
  return last && text.slice(0, last.index + last[0].length);
}

export const titleIn = (html: string): string => /<title[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? '';

/** A copied line may have its number in front, and a bar, a dot or a tab behind the number. */
const LINE_NUMBER = /^[ \t]*(\d+)(?:[ \t]?[|:.][ \t]?|[ \t]|(?=\r?$))/;

/** Removes the numbers in front of the lines of a whole page, or above them, if they count each line from 1. */
export function fromNumbered(text: string): Found | undefined {
  const isAbove = /^[ \t]*1[ \t]*\r?\n[ \t]*</.test(text);
  const numbered = isAbove ? text.replace(/^([ \t]*\d+)[ \t]*\r?\n/gm, '$1 ') : text;
  if (!LINE_NUMBER.test(numbered)) return undefined;
  const lines = numbered.trimEnd().split('\n');
  if (lines.some((line, index) => Number(LINE_NUMBER.exec(line)?.[1]) !== index + 1)) return undefined;
  const page = lines.map((line) => line.replace(LINE_NUMBER, '')).join('\n');
  return startsPage(page) ? { choices: [{ name: '', text: page }], steps: ['unnumbered'] } : undefined;
}

/** Returns the choices without repeats of the same text. */
export const withoutRepeats = (choices: readonly Choice[]): Choice[] =>
  [...new Map(choices.toReversed().map((choice) => [choice.text, choice])).values()].toReversed();
