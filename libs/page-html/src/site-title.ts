import { readOutline, type PageOutline } from './page-outline.js';

export const UNTITLED = '無題のページ';

/** Returns a site's title: the page's own, else its first heading, else 無題のページ. `maxLength` is in code points. */
export function titleOf(outline: PageOutline, maxLength: number): string {
  return shorten(outline.title ?? outline.heading ?? UNTITLED, maxLength);
}

/** Returns the page for viewers: as it was pasted, with a title element if it has none. Every other character stays. */
export function withTitle(html: string, title: string, outline: PageOutline = readOutline(html)): string {
  if (outline.hasTitleElement) return html;
  const at = outline.titleInsertionIndex;
  return `${html.slice(0, at)}<title>${escapeText(title)}</title>${html.slice(at)}`;
}

/** Cuts a text to `maxLength` code points, and never within a visible character, such as an emoji. */
export function shorten(text: string, maxLength: number): string {
  const codePoints = Array.from(text.slice(0, 2 * (maxLength + 1)));
  if (codePoints.length <= maxLength) return text;
  const cut = codePoints.slice(0, maxLength).join('');
  const last = Array.from(graphemes.segment(codePoints.join(''))).findLast(({ index }) => index < cut.length);
  // A first "character" longer than the whole limit is a stack of accents, so it is cut.
  const end = last && last.index > 0 && last.index + last.segment.length > cut.length ? last.index : cut.length;
  return cut.slice(0, end).trimEnd();
}

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' });

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
