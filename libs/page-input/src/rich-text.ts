import { isMarkdown } from './kinds.js';
import { hasTag } from './reading.js';

/** HTML with one of these elements has structure that the plain text loses. */
const STRUCTURE = /<(?:h[1-6]|ul|ol|table|img)(?=[\s/>])/i;

/** These parts come from the program that copied the text. */
const EDGE = /<!--|-->|<(\/?)(script|style|xml|title)(?=[\s>])[^<>]*>/gi;
const WRAPPER_TAGS = /<\/?(?:html|head|body|meta|link|base|o:p)(?=[\s/>])[^<>]*>|<!\[[^<>]*>|<!doctype[^<>]*>/gi;

/**
 * Returns the HTML of the clipboard if it has headings, lists, tables or images, and the plain text beside it has no
 * tag, no fence and no Markdown; otherwise undefined.
 */
export function fromRichText(html: string, plain: string): string | undefined {
  if (!STRUCTURE.test(html) || hasTag(plain) || isMarkdown(plain)) return undefined;
  const kept = withoutParts(html).replace(WRAPPER_TAGS, '').trim();
  return STRUCTURE.test(kept) ? kept : undefined;
}

/** Removes comments, scripts and styles with their content. */
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
