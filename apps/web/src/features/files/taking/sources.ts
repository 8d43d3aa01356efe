export type Source = File | FileSystemEntry;

export interface NamedFile {
  /** It begins with the names of the folders around it. */
  name: string;
  file: Blob;
}

/** Says why nothing was taken. */
export class TakeError extends Error {
  override name = 'TakeError';
}

/** Returns what was dropped. Items must be read within the event; the entries in them can be read later. */
export function sourcesOf({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Source[] {
  const sources = [...items].flatMap((item): Source[] => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    const source = entry?.isDirectory ? entry : item.getAsFile();
    return source ? [source] : [];
  });
  return sources.length > 0 ? sources : [...files];
}

/** Reads the files below the sources. @param max reading ends after this many files */
export async function filesIn(sources: readonly Source[], max: number): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  const waiting = [...sources];
  for (let source = waiting.shift(); source && files.length < max; source = waiting.shift()) {
    if (source instanceof File) files.push({ name: source.webkitRelativePath || source.name, file: source });
    else if (isFolder(source)) waiting.push(...(await entriesOf(source)));
    else if (isFileEntry(source)) files.push({ name: source.fullPath.slice(1), file: await fileOf(source) });
  }
  return files;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Chromium lists at most 100 entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (next.length === 0) return entries;
    entries.push(...next);
  }
}
