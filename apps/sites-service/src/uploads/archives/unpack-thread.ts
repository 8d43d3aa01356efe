import { hash } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import {
  entryNameOf,
  errorText,
  fileError,
  placeFiles,
  type ProductErrorCode,
  productErrors,
  ServiceError,
  treeFault,
  type TreeLimits,
  type UnpackReport,
} from '@haru/contracts';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type Options, validateFileName, type ZipFile } from 'yauzl';

declare module 'yauzl' {
  // The types of the package do not declare these.
  interface Entry {
    fileNameRaw: Buffer;
  }
  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
  function fromBufferPromise(buffer: Buffer, options: Options): Promise<ZipFile>;
}

/** This code decodes names, because the errors of the package do not name the entry. */
const options: Options = { decodeStrings: false };
/** Archives of macOS and of build tools have many entries that are left out. */
const MAX_ENTRIES_PER_FILE = 10;

/** Lists the files of an archive without unpacking any. @throws ServiceError that names the entry at fault */
async function listArchive(bytes: Buffer, limits: TreeLimits) {
  const zip = await fromBufferPromise(bytes, options).catch(refuse);
  if (zip.entryCount > limits.treeFiles * MAX_ENTRIES_PER_FILE) throw new ServiceError('TOO_MANY_FILES');
  const entries = (await Readable.from(zip.eachEntry()).toArray().catch(refuse)) as Entry[];
  const named = entries.map((entry) => ({ name: checkedName(entry), entry })).filter(({ name }) => !name.endsWith('/'));
  const { files, ...report } = placeFiles(named);
  for (const { name, entry } of files) refuseUnreadable(entry, name);
  const fault = treeFault(
    files.map(({ path, entry }) => ({ path, bytes: entry.uncompressedSize })),
    limits,
  );
  if (fault) throw fileError(fault.code, fault.path);
  return { zip, files, ...report };
}

function refuse(cause: unknown): never {
  throw new ServiceError('ARCHIVE_INVALID', { cause });
}

/** Unpacks one entry, at most to the size in its header, which was checked. @throws ServiceError ENTRY_DAMAGED */
async function readEntry(zip: ZipFile, entry: Entry, path: string): Promise<Buffer> {
  try {
    const stream = await zip.openReadStreamPromise(entry);
    const bytes = Buffer.concat(await stream.toArray());
    if (crc32(bytes) !== entry.crc32) throw new Error('it is not what its header says');
    return bytes;
  } catch (error) {
    throw Object.assign(fileError('ENTRY_DAMAGED', path), { cause: error });
  }
}

/** Bits of the mode of a file on Unix, which is in the upper half of the attributes. */
const [TYPE, REGULAR, FOLDER] = [0o170000, 0o100000, 0o040000];
/** An entry is stored or compressed by deflate. */
const METHODS = [0, 8];
/** Bit 11 says that the name is UTF-8. */
const IS_UTF8 = 0x800;

function checkedName(entry: Entry): string {
  const isUtf8 = (entry.generalPurposeBitFlag & IS_UTF8) !== 0;
  const name = entryNameOf({ bytes: entry.fileNameRaw, isUtf8, unicodePath: unicodePathOf(entry) });
  // The name is in another encoding.
  if (name === undefined) throw fileError('ENTRY_NAME_UNREADABLE', entry.fileNameRaw.toString('latin1'));
  if (validateFileName(name) !== null) throw fileError('FILE_PATH_INVALID', name);
  return name;
}

function refuseUnreadable(entry: Entry, path: string): void {
  if (entry.isEncrypted()) throw fileError('ENTRY_ENCRYPTED', path);
  if (!METHODS.includes(entry.compressionMethod)) throw fileError('ENTRY_COMPRESSION_UNKNOWN', path);
  const type = (entry.externalFileAttributes >>> 16) & TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) throw fileError('ENTRY_LINK', path);
}

/** Info-ZIP's Unicode Path field: version 1, the CRC-32 of the name in the header, then the name in UTF-8. */
const UNICODE_PATH = 0x7075;
const UNICODE_PATH_HEADER = 5;

function unicodePathOf({ fileNameRaw, extraFields }: Entry): Buffer | undefined {
  const field = extraFields.find(({ id, data }) => id === UNICODE_PATH && data.length > UNICODE_PATH_HEADER)?.data;
  const isValid = field?.[0] === 1 && field.readUInt32LE(1) === crc32(fileNameRaw);
  return isValid ? field.subarray(UNICODE_PATH_HEADER) : undefined;
}

export interface UnpackTask {
  archive: Uint8Array;
  limits: TreeLimits;
}

/** The thread sends each file and waits for an answer. At last it sends the rest of the report, or an error. */
export type UnpackMessage =
  | { kind: 'file'; path: string; hash: string; bytes: Uint8Array }
  | { kind: 'end'; renamed: UnpackReport['renamed']; leftOut: string[] }
  | { kind: 'error'; error: UnpackReport['error'] };

const port = parentPort;
if (!port) throw new Error('this module is the entry of a thread');
const { archive, limits } = workerData as UnpackTask;

const send = (message: UnpackMessage): void => port.postMessage(message);

try {
  const { zip, files, renamed, leftOut } = await listArchive(Buffer.from(archive.buffer), limits);
  for (const { path, entry } of files) {
    const bytes = await readEntry(zip, entry, path);
    const answered = once(port, 'message');
    send({ kind: 'file', path, hash: hash('sha256', bytes), bytes });
    await answered;
  }
  send({ kind: 'end', renamed, leftOut });
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  const { code, message, faults } = error;
  const text = error.hasOwnMessage ? message : errorText(productErrors[code as ProductErrorCode]);
  send({ kind: 'error', error: { code, error: text, entry: faults[0]?.field } });
} finally {
  port.close();
}
