import { ATTRIBUTES } from '../../preview/page-markup.js';

const META = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/** A text without a title of its own gets one of at most this length. */
const MAX_TITLE_LENGTH = 60;

const TAG = /<[a-z!/]/i;

const SPACE_AND_COMMENTS = /(?:\s|<!--(?:(?!-->)[^])*-->)*/.source;

/** A byte order mark, doctype, `html` and `head` may stand before the first element of the head. */
const PROLOGUE = new RegExp(
  `^\\ufeff?${SPACE_AND_COMMENTS}(?:<!doctype${ATTRIBUTES}>)?` +
    `(?:${SPACE_AND_COMMENTS}<html(?=[\\s>])${ATTRIBUTES}>)?(?:${SPACE_AND_COMMENTS}<head(?=[\\s>])${ATTRIBUTES}>)?`,
  'i',
);

/** Nothing else changes. Plain text becomes a page in which each line stays a line. */
export async function fitToPhones(html: string): Promise<string> {
  if (!TAG.test(html)) {
    const { pageOfPlainText } = await import('../file/text-page.js');
    return pageOfPlainText(`${firstLineOf(html)}.txt`, html);
  }
  const start = PROLOGUE.exec(html)?.[0] ?? '';
  return start === '' ? `${META}\n${html}` : `${start}\n${META}${html.slice(start.length)}`;
}

const firstLineOf = (text: string): string => text.trim().split('\n', 1)[0]?.trim().slice(0, MAX_TITLE_LENGTH) ?? '';
