import { isMarkdown } from './kinds.js';
import { hasTag } from './reading.js';

/** With one of these the HTML says more than the plain text beside it. */
const STRUCTURE = /<(?:h[1-6]|ul|ol|table|img)(?=[\s/>])/i;

const START = '<!--StartFragment-->';

/** Parts of the program that copied the text, not of the text. */
const EDGE = /<!--|-->|<(\/?)(script|style|xml|title)(?=[\s>])[^<>]*>/gi;
const WRAPPER_TAGS = /<\/?(?:html|head|body|meta|link|base|o:p)(?=[\s/>])[^<>]*>|<!\[[^<>]*>|<!doctype[^<>]*>/gi;

/**
 * Returns the HTML of the clipboard where it is wanted: the plain text beside it has no tag, no fence and no Markdown,
 * and the HTML has headings, lists, tables or images.
 */
export function fromRichText(html: string, plain: string): string | undefined {
  if (!STRUCTURE.test(html) || hasTag(plain) || isMarkdown(plain)) return undefined;
  const start = html.indexOf(START);
  const end = html.lastIndexOf('<!--EndFragment-->');
  const fragment = html.slice(start < 0 ? 0 : start + START.length, end < start ? undefined : end);
  return withoutParts(fragment).replace(WRAPPER_TAGS, '').trim();
}

/** Drops comments, scripts and styles with all that is in them. */
function withoutParts(html: string): string {
  let kept = '';
  let keptTo = 0;
  let inside: string | undefined;
  for (const { 0: edge, 1: slash, 2: element, index } of html.matchAll(EDGE)) {
    const name = element?.toLowerCase() ?? 'comment';
    const isEnd = slash === '/' || edge === '-->';
    if (inside === undefined && !isEnd) {
      kept += html.slice(keptTo, index);
      inside = name;
    } else if (inside === name && isEnd) {
      inside = undefined;
      keptTo = index + edge.length;
    }
  }
  return inside === undefined ? kept + html.slice(keptTo) : kept;
}
