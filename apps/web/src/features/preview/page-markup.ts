import { publishTexts } from '../../texts/publish/publish.js';

/** The markup in question is near the start; reading a whole page of 1 MiB would take tens of milliseconds. */
const MAX_LENGTH = 65_536;

const WITHOUT_MARKUP = /<!--(?:(?!-->)[^])*(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi;

/** Leaves out comments, scripts and styles. It is not parsed, because the app's policy would refuse each style. */
function markupOf(html: string): string {
  return html.slice(0, MAX_LENGTH).replace(WITHOUT_MARKUP, '');
}

/** Returns the title of the published page: its title, else its first heading. */
export function pageTitleOf(html: string): string {
  const markup = markupOf(html);
  const [title, heading] = [/<title[^>]*>([^]*?)<\/title/i, /<h1[^>]*>([^]*?)<\/h1/i].map(
    (element) => element.exec(markup)?.[1],
  );
  return textOf(title) || textOf(heading?.replace(/<[^>]*>/g, '')) || publishTexts.untitled;
}

function textOf(html = ''): string {
  // A document made by the parser runs no script and loads nothing.
  const { title } = new DOMParser().parseFromString(`<title>${html}</title>`, 'text/html');
  return title;
}

export const ATTRIBUTES = /(?:"[^"]*"|'[^']*'|[^'">])*/.source;

const META_TAG = new RegExp(`<meta(?=[\\s/])${ATTRIBUTES}>`, 'gi');
const IS_VIEWPORT = /[\s/"']name\s*=\s*["']?\s*viewport[\s"'/>]/i;

/** Phones lay out a page without a viewport about 980 px wide and shrink it until its text is too small to read. */
export function isTinyOnPhones(html: string): boolean {
  if (!/\S/.test(html)) return false;
  return !(markupOf(html).match(META_TAG) ?? []).some((tag) => IS_VIEWPORT.test(tag));
}
