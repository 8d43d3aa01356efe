import { publishTexts } from '../../../texts/publish/publish.js';
import { markupOf } from './page-markup.js';

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
