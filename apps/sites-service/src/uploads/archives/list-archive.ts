import { fileError, placeFiles, ServiceError, treeFault, type TreeLimits, type UnpackReport } from '@haru/contracts';
import { type Entry, fromBuffer, validateFileName, type ZipFile } from 'yauzl';
import { nameOfEntry } from './entry-name.js';

export interface ListedArchive {
  zip: ZipFile;
  files: { path: string; entry: Entry }[];
  renamed: UnpackReport['renamed'];
  leftOut: string[];
}

/** Archives of macOS and of build tools have many entries that are left out. */
const MAX_ENTRIES_PER_FILE = 10;

/** Lists the files of an archive without unpacking any. @throws ServiceError that names the entry at fault */
export async function listArchive(bytes: Buffer, limits: TreeLimits): Promise<ListedArchive> {
  const zip = await openArchive(bytes);
  if (zip.entryCount > limits.treeFiles * MAX_ENTRIES_PER_FILE) throw new ServiceError('TOO_MANY_FILES');
  const entries = await entriesOf(zip);
  const named = entries.map((entry) => ({ name: checkedName(entry), entry })).filter(({ name }) => !name.endsWith('/'));
  const { files, ...report } = placeFiles(named);
  const fault = treeFault(
    files.map(({ path, entry }) => ({ path, bytes: entry.uncompressedSize })),
    limits,
  );
  if (fault) throw fileError(fault.code, fault.path);
  return { zip, files, ...report };
}

function openArchive(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // This code checks sizes and decodes names, because the errors of the package do not name the entry.
    const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false };
    fromBuffer(bytes, options, (error: Error | null, zip) => {
      if (error) reject(new ServiceError('ARCHIVE_INVALID', { cause: error }));
      else resolve(zip);
    });
  });
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('error', (error: Error) => reject(new ServiceError('ARCHIVE_INVALID', { cause: error })));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** Bits of the mode of a file on Unix, which is in the upper half of the attributes. */
const [TYPE, REGULAR, FOLDER] = [0o170000, 0o100000, 0o040000];

function checkedName(entry: Entry): string {
  const name = nameOfEntry(entry);
  if (name === undefined) throw fileError('ENTRY_NAME_UNREADABLE', entry.fileNameRaw.toString('latin1'));
  if (entry.isEncrypted()) throw fileError('ENTRY_ENCRYPTED', name);
  const type = (entry.externalFileAttributes >>> 16) & TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) throw fileError('ENTRY_LINK', name);
  if (validateFileName(name) !== null) throw fileError('FILE_PATH_INVALID', name);
  return name;
}
