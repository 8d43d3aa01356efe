import { htmlLanguage } from '@codemirror/lang-html';
import { highlightTree, tagHighlighter } from '@lezer/highlight';
import { htmlTokens } from '../../code/html-tokens.js';

/** A token is a piece of a line; without a name it has no colour. */
export interface Token {
  name: string;
  text: string;
}

const highlighter = tagHighlighter(htmlTokens.map(({ tag, name }) => ({ tag, class: name })));

/**
 * Returns the tokens of each line, which together are the line. Lines end with `
 * `.
 */
export function tokenLinesOf(html: string): Token[][] {
  const lines: Token[][] = [[]];
  const add = (name: string, from: number, to: number) => {
    for (const [index, text] of html.slice(from, to).split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ name, text });
    }
  };
  let at = 0;
  highlightTree(htmlLanguage.parser.parse(html), highlighter, (from, to, name) => {
    if (from > at) add('', at, from);
    // A token may have several kinds; the last is the most precise.
    add(name.split(' ').at(-1) ?? '', from, to);
    at = to;
  });
  if (at < html.length) add('', at, html.length);
  return lines;
}
