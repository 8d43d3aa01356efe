/**
 * What was done to a text: `answer` took the page out of an assistant's answer, `joined` put style sheets and scripts
 * into it, `truncated` says that its end is missing.
 */
export type Step = 'answer' | 'joined' | 'truncated' | 'unescaped' | 'json' | 'data-url' | 'rich-text';

export interface Choice {
  /** Its file name or title; '' where it has none. */
  name: string;
  text: string;
}

/** What was found inside a text: at least one choice, and what was done to find it. */
export interface Found {
  choices: readonly Choice[];
  steps: readonly Step[];
}

export const startsWithTag = (text: string): boolean => /^\s*</.test(text);

export const hasTag = (text: string): boolean => /<(?:!doctype|\/?[a-z][a-z0-9-]*(?=[\s/>]))[^<>]*>/i.test(text);

const PAGE_START = /^\s*<(?:!doctype\s+html|html|head|body)(?=[\s>])/i;

export const startsPage = (text: string): boolean => PAGE_START.test(text);

/** Finds the end of a page only at the end of a line: prose and scripts name the tag, too. */
const PAGE_END = /<\/html>(?=[ \t]*`*[ \t]*$)/gim;

/** Returns the page without the talk after it, or undefined where its end is missing. */
export function upToPageEnd(text: string): string | undefined {
  const last = [...text.matchAll(PAGE_END)].at(-1);
  return last && text.slice(0, last.index + last[0].length);
}

export const titleIn = (html: string): string => /<title[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? '';

/** Returns the choices without those whose text came before. */
export const withoutRepeats = (choices: readonly Choice[]): Choice[] =>
  [...new Map(choices.toReversed().map((choice) => [choice.text, choice])).values()].toReversed();
