import { limits } from '@haru/contracts';
import { readOutline, type PageOutline } from './page-outline.js';

export const UNTITLED = '無題のページ';

/** A site's title: the page's own, else its first heading, else 無題のページ. */
export function titleOf(outline: PageOutline): string {
  return shorten(outline.title ?? outline.heading ?? UNTITLED, limits.titleMaxLength);
}

/**
 * What viewers get: the page as it was pasted, with a title element put in where it has none.
 * Every other character stays as it is.
 */
export function withTitle(html: string, title: string, outline: PageOutline = readOutline(html)): string {
  if (outline.hasTitleElement) return html;
  const at = outline.titleInsertionIndex;
  return `${html.slice(0, at)}<title>${escapeText(title)}</title>${html.slice(at)}`;
}

/** At most `maxLength` code points, never cutting what is shown as one character (an emoji with its modifiers). */
export function shorten(text: string, maxLength: number): string {
  const codePoints = Array.from(text.slice(0, 2 * (maxLength + 1)));
  if (codePoints.length <= maxLength) return text;
  const cut = codePoints.slice(0, maxLength).join('');
  const last = Array.from(graphemes.segment(codePoints.join(''))).findLast(({ index }) => index < cut.length);
  // A first "character" longer than everything allowed is someone's stack of accents: cut through it.
  const end = last && last.index > 0 && last.index + last.segment.length > cut.length ? last.index : cut.length;
  return cut.slice(0, end).trimEnd();
}

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' });

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
