import { type MarkdownPage, markdownPagesOf, type TreeFile } from '@haru/contracts';
import type { DataSource } from 'typeorm';

export type RenderedFile = Pick<TreeFile, 'hash' | 'type' | 'bytes'>;

const FIND_PAGES = `
  SELECT encode(source.hash, 'hex') AS source, encode(page.hash, 'hex') AS hash, page.bytes
  FROM files AS source JOIN files AS page ON page.hash = source.rendered_hash AND page.state = 'stored'
  WHERE source.hash = ANY ($1::bytea[])`;

/**
 * Returns the files, and the pages of those that are Markdown.
 * @param render is called for a file that is not rendered yet. Without a result it gets no page
 */
export async function withRenderedPages(
  dataSource: DataSource,
  files: readonly TreeFile[],
  render?: (source: TreeFile) => Promise<RenderedFile | undefined>,
): Promise<TreeFile[]> {
  const markdown = markdownPagesOf(files);
  const known = await findRendered(dataSource, markdown);
  const pages: TreeFile[] = [];
  for (const { source, path } of markdown) {
    const page = known.get(source.hash) ?? (await render?.(source));
    if (page) pages.push({ ...page, path, renderedFrom: source.path });
  }
  return [...files, ...pages];
}

/** @returns the stored pages by the hashes of their sources */
async function findRendered(
  dataSource: DataSource,
  pages: readonly MarkdownPage<TreeFile>[],
): Promise<ReadonlyMap<string, RenderedFile>> {
  if (pages.length === 0) return new Map();
  const rows = await dataSource.query<{ source: string; hash: string; bytes: number }[]>(FIND_PAGES, [
    pages.map(({ source }) => Buffer.from(source.hash, 'hex')),
  ]);
  return new Map(rows.map(({ source, ...page }) => [source, { ...page, type: 'text/html' }]));
}
