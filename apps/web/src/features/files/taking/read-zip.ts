import { entryNameOf, isLeftOut, type PublishLimits } from '@haru/contracts';
import { BlobReader, configure, ZipReader, type Entry, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { fileProblems } from '../../../texts/files.js';
import { TakeError, type NamedFile } from './sources.js';

// The app's policy does not allow workers from inline code. Browsers unpack in a thread of their own anyway.
configure({ useWebWorkers: false });

/** Archives of macOS and of build tools have many entries that are left out. */
const MAX_ENTRIES_PER_FILE = 10;

/** Bits of the mode of a file on Unix, which is in the upper half of the attributes. */
const [TYPE, REGULAR, FOLDER] = [0o170000, 0o100000, 0o040000];
/** An entry is stored or compressed by deflate. */
const METHODS = [0, 8];

/** Unpacks an archive within the limits. Sizes are counted, because headers may lie. @throws TakeError */
export async function readZip(archive: Blob, limits: PublishLimits): Promise<NamedFile[]> {
  const entries = await entriesOf(archive);
  if (entries.length > limits.treeFiles * MAX_ENTRIES_PER_FILE) {
    throw new TakeError(fileProblems.TOO_MANY_FILES(limits));
  }
  const files: NamedFile[] = [];
  let left = limits.treeBytes;
  for (const entry of entries) {
    const name = checkedName(entry);
    if (entry.directory || name.endsWith('/')) continue;
    // What is left out is only listed.
    const file = isLeftOut(name) ? new Blob() : await unpacked(entry, name, left);
    if (!file) throw new TakeError(fileProblems.TREE_TOO_LARGE(limits));
    left -= file.size;
    files.push({ name, file });
  }
  return files;
}

async function entriesOf(archive: Blob): Promise<Entry[]> {
  try {
    return await new ZipReader(new BlobReader(archive)).getEntries();
  } catch (error) {
    console.warn('the archive was not read', error);
    throw new TakeError(fileProblems.ARCHIVE_INVALID);
  }
}

function checkedName(entry: Entry): string {
  const { extraFieldUnicodePath: field } = entry;
  const name = entryNameOf({
    bytes: entry.rawFilename,
    isUtf8: entry.bitFlag?.languageEncodingFlag === true,
    // The library has compared the CRC-32 of the field.
    unicodePath: field?.valid ? field.data.subarray(5) : undefined,
  });
  if (name === undefined) throw new TakeError(fileProblems.ENTRY_NAME_UNREADABLE);
  if (entry.encrypted) throw new TakeError(fileProblems.ENTRY_ENCRYPTED(name));
  if (!METHODS.includes(entry.compressionMethod)) throw new TakeError(fileProblems.ENTRY_COMPRESSION_UNKNOWN(name));
  const type = (entry.externalFileAttributes >>> 16) & TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) throw new TakeError(fileProblems.ENTRY_LINK(name));
  return name;
}

/** @returns undefined for more than `max` bytes */
async function unpacked(entry: FileEntry, name: string, max: number): Promise<Blob | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => {
      bytes += chunk.byteLength;
      if (bytes > max) throw new RangeError('the entry is too large');
      chunks.push(chunk);
    },
  });
  try {
    await entry.getData(sink, { checkSignature: true });
  } catch (error) {
    if (bytes > max) return undefined;
    console.warn('an entry was not unpacked', error);
    throw new TakeError(fileProblems.ENTRY_DAMAGED(name));
  }
  return new Blob(chunks);
}
