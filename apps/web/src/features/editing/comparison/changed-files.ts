import type { PageFile } from '../../files/page-file.js';

export interface ChangedFile {
  path: string;
  before?: PageFile;
  after?: PageFile;
}

export function changedFiles(before: readonly PageFile[], after: readonly PageFile[]): ChangedFile[] {
  const [older, newer] = [before, after].map((files) => new Map(files.map((file) => [file.path, file])));
  const paths = [...new Set([...before, ...after].map(({ path }) => path))].sort((one, other) =>
    one.localeCompare(other, 'ja', { numeric: true }),
  );
  return paths.flatMap((path) => {
    const [old, current] = [older?.get(path), newer?.get(path)];
    if (old && current && hasSameContent(old, current)) return [];
    return [{ path, ...(old ? { before: old } : {}), ...(current ? { after: current } : {}) }];
  });
}

function hasSameContent({ content: one }: PageFile, { content: other }: PageFile): boolean {
  if (one instanceof Blob || other instanceof Blob) return one === other;
  return one.sha256 === other.sha256;
}
