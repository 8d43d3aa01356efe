/** The markup in question is near the start; reading a whole page of 1 MiB would take tens of milliseconds. */
const MAX_LENGTH = 65_536;

const WITHOUT_MARKUP = /<!--(?:(?!-->)[^])*(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi;

/**
 * Returns the start of a page without its comments, scripts and styles. It is not parsed to a document: the app's
 * Content-Security-Policy applies there too, so that the console would report each style.
 */
export function markupOf(html: string): string {
  return html.slice(0, MAX_LENGTH).replace(WITHOUT_MARKUP, '');
}
