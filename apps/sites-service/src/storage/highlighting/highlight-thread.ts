import { highlightPage } from '@haru/page-render/highlight';

/** `HighlightCode` runs this function in a thread: a grammar may take seconds for some code. */
export function highlight(html: string): Promise<string> {
  return highlightPage(html);
}
