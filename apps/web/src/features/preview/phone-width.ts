import { markupOf } from './page-markup.js';

export const ATTRIBUTES = /(?:"[^"]*"|'[^']*'|[^'">])*/.source;

const META_TAG = new RegExp(`<meta(?=[\\s/])${ATTRIBUTES}>`, 'gi');
const IS_VIEWPORT = /[\s/"']name\s*=\s*["']?\s*viewport[\s"'/>]/i;

/** Phones lay out a page without a viewport about 980 px wide and shrink it until its text is too small to read. */
export function isTinyOnPhones(html: string): boolean {
  if (!/\S/.test(html)) return false;
  return !(markupOf(html).match(META_TAG) ?? []).some((tag) => IS_VIEWPORT.test(tag));
}
