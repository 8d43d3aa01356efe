import { escapeText } from '../escape.js';
import Token from 'markdown-it/lib/token.mjs';

/** A text with fewer headings gets no table of contents. */
const MIN_LISTED = 3;
const MAX_LISTED = 300;
const MAX_LEVEL = 3;

interface Heading {
  id: string;
  text: string;
  level: number;
}

/** Gives each heading an id, and adds a table of contents after the first heading of a longer text. */
export function addContents(tokens: readonly Token[]): Token[] {
  const used = new Map<string, number>();
  const headings: Heading[] = [];
  const starts = tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1';
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = textOf(tokens[index + 1]);
    const id = uniqueId(text, used);
    token.attrSet('id', id);
    const isTitle = starts && index === 0;
    if (!isTitle && token.level === 0) headings.push({ id, text, level: Number(token.tag.slice(1)) });
  }
  const listed = headings.filter(({ level, text }) => level <= MAX_LEVEL && text !== '').slice(0, MAX_LISTED);
  if (listed.length < MIN_LISTED) return [...tokens];
  const at = starts ? tokens.findIndex(({ type }) => type === 'heading_close') + 1 : 0;
  return [...tokens.slice(0, at), contentsOf(listed), ...tokens.slice(at)];
}

/** Returns the text of the first heading that has any, else an empty text. */
export function firstHeadingIn(tokens: readonly Token[]): string {
  for (const [index, { type }] of tokens.entries()) {
    const text = type === 'heading_open' ? textOf(tokens[index + 1]) : '';
    if (text !== '') return text;
  }
  return '';
}

function textOf(inline: Token | undefined): string {
  const shown = inline?.children?.filter(({ type }) => type === 'text' || type === 'code_inline') ?? [];
  return shown
    .map(({ content }) => content)
    .join('')
    .trim();
}

/** Writes the id as GitHub does, so that links to headings work there and here. */
function uniqueId(text: string, used: Map<string, number>): string {
  const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '');
  const name = words.replaceAll(' ', '-') || 'section';
  const count = used.get(name) ?? 0;
  used.set(name, count + 1);
  return count === 0 ? name : `${name}-${count}`;
}

function contentsOf(headings: readonly Heading[]): Token {
  const top = Math.min(...headings.map(({ level }) => level));
  const items = headings.map(
    ({ id, text, level }) =>
      `<li class="level-${level - top + 1}"><a href="#${encodeURIComponent(id)}">${escapeText(text)}</a></li>\n`,
  );
  const html = `<nav class="contents" aria-labelledby="contents-title">
<p id="contents-title">目次</p>
<ul>
${items.join('')}</ul>
</nav>
`;
  return Object.assign(new Token('html_block', '', 0), { content: html });
}
