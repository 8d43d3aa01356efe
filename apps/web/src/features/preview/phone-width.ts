import { markupOf } from './page-markup.js';

/** The attributes of a tag. */
export const ATTRIBUTES = /(?:"[^"]*"|'[^']*'|[^'">])*/.source;

const META_TAG = new RegExp(`<meta(?=[\\s/])${ATTRIBUTES}>`, 'gi');
const IS_VIEWPORT = /[\s/"']name\s*=\s*["']?\s*viewport[\s"'/>]/i;

/**
 * Tells whether phones lay the page out about 980 px wide and then shrink it, until its text is too small to read: a
 * page without a viewport, a fragment, or plain text.
 */
export function isTinyOnPhones(html: string): boolean {
  if (!/\S/.test(html)) return false;
  return !(markupOf(html).match(META_TAG) ?? []).some((tag) => IS_VIEWPORT.test(tag));
}
