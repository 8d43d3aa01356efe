import { publishTexts } from '../../texts/publish/publish.js';

/** The markup in question is near the start; reading a whole page of 1 MiB would take tens of milliseconds. */
const MAX_LENGTH = 65_536;

const WITHOUT_MARKUP = /<!--(?:(?!-->)[^])*(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi;

/**
 * Returns the start of a page without comments, scripts and styles. It is not parsed into a document, because the app's
 * Content-Security-Policy applies there and the console would report each style.
 */
export function markupOf(html: string): string {
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
