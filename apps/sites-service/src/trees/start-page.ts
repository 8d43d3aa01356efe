import { escapeHtml, pathKeyOf, START_PAGE, type TreeFile } from '@haru/contracts';

/**
 * Returns the files with the page that visitors see first: the one that is called so, or the only page or the first one
 * at the top; undefined if there is none.
 */
export function withStartPage(files: readonly TreeFile[]): TreeFile[] | undefined {
  const named =
    files.find(({ path }) => path === START_PAGE) ?? files.find(({ path }) => pathKeyOf(path) === START_PAGE);
  if (named) return files.map((file) => (file === named ? { ...file, path: START_PAGE } : file));
  const pages = files.filter(({ path, type }) => type === 'text/html' && (files.length === 1 || !path.includes('/')));
  const isIndex = ({ path }: TreeFile) => pathKeyOf(path) === 'index.htm';
  const first = pages.find(isIndex) ?? pages.toSorted((one, other) => (one.path < other.path ? -1 : 1))[0];
  return first && [{ ...first, path: START_PAGE, renderedFrom: first.path }, ...files];
}

/** Returns a page that lists these files. */
export function listOf(files: readonly TreeFile[]): string {
  const links = files.map(({ path }) => {
    const address = path.split('/').map(encodeURIComponent).join('/');
    return `<li><a href="${address}">${escapeHtml(path)}</a></li>`;
  });
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>ファイル</title>';
  return `<!doctype html><html lang="ja"><head>${head}</head><body><ul>\n${links.join('\n')}\n</ul></body></html>\n`;
}
