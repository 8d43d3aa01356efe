import { type MarkdownPage, markdownPagesOf, type TreeFile } from '@haru/contracts';
import type { DataSource } from 'typeorm';

export type RenderedFile = Pick<TreeFile, 'hash' | 'type' | 'bytes'>;

const FIND_PAGES = `
  SELECT encode(source.hash, 'hex') AS source, encode(page.hash, 'hex') AS hash, page.bytes
  FROM files AS source JOIN files AS page ON page.hash = source.rendered_hash AND page.state = 'stored'
  WHERE source.hash = ANY ($1::bytea[])`;

/** Adds the pages of Markdown files that are rendered already. */
export async function withRenderedPages(dataSource: DataSource, files: readonly TreeFile[]): Promise<TreeFile[]> {
  const markdown = markdownPagesOf(files);
  const rendered = await findRendered(dataSource, markdown);
  const pages = markdown.flatMap(({ source, path }) => {
    const page = rendered.get(source.hash);
    return page ? [{ ...page, path, renderedFrom: source.path }] : [];
  });
  return [...files, ...pages];
}

/** @returns the stored pages by the hashes of their sources */
export async function findRendered(
  dataSource: DataSource,
  pages: readonly MarkdownPage<TreeFile>[],
): Promise<ReadonlyMap<string, RenderedFile>> {
  if (pages.length === 0) return new Map();
  const rows = await dataSource.query<{ source: string; hash: string; bytes: number }[]>(FIND_PAGES, [
    pages.map(({ source }) => Buffer.from(source.hash, 'hex')),
  ]);
  return new Map(rows.map(({ source, ...page }) => [source, { ...page, type: 'text/html' }]));
}
