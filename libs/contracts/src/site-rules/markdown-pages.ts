import { formatOfName } from '../page-format.js';
import { limits } from '../limits.js';
import { pathKeyOf, START_PAGE } from './tree-rules.js';

export interface MarkdownPage<File> {
  source: File;
  /** The rendered page is at this path. */
  path: string;
}

/** The text of the editor has this path where it is Markdown beside other files. */
export const MARKDOWN_START_PAGE = 'index.md';

/**
 * Lists the pages that are rendered from the Markdown files of a tree: `guide.html` from `guide.md` unless the tree has
 * that file, and `index.html` from `README.md` unless its folder has one. A larger file is not rendered.
 */
export function markdownPagesOf<File extends { path: string; bytes: number }>(
  files: readonly File[],
): MarkdownPage<File>[] {
  const known = new Set(files.map(({ path }) => pathKeyOf(path)));
  const pages: MarkdownPage<File>[] = [];
  const sources = files.filter(({ path, bytes }) => formatOfName(path) === 'markdown' && bytes <= limits.htmlMaxBytes);
  // An `index.md` comes before the `README.md` beside it.
  for (const source of sources.toSorted((one, other) => Number(isReadme(one.path)) - Number(isReadme(other.path)))) {
    const [same, index] = pathsOfMarkdownPage(source.path);
    if (known.has(pathKeyOf(same))) continue;
    const path = isReadme(source.path) && !known.has(pathKeyOf(index)) ? index : same;
    known.add(pathKeyOf(path));
    pages.push({ source, path });
  }
  return pages;
}

/** Returns where the page of a Markdown file may be: at its path with another extension, or as start page of its folder. */
export function pathsOfMarkdownPage(source: string): [same: string, index: string] {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  return [`${source.slice(0, source.lastIndexOf('.'))}.html`, folder + START_PAGE];
}

function isReadme(path: string): boolean {
  return /(?:^|\/)readme\.\w+$/i.test(path);
}
