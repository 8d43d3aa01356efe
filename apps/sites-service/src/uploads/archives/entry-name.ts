import { crc32 } from 'node:zlib';
import { TextDecoder } from 'node:util';
import type { Entry } from 'yauzl';

declare module 'yauzl' {
  interface Entry {
    /** The types of the package do not declare it. */
    fileNameRaw: Buffer;
  }
}

/** Bit 11 says that the name is UTF-8. */
const IS_UTF8 = 0x800;
/** Info-ZIP's Unicode Path field: version 1, the CRC-32 of the name in the header, then the name in UTF-8. */
const UNICODE_PATH = 0x7075;
const UNICODE_PATH_HEADER = 5;

/**
 * Decodes the name of an entry: as UTF-8 where the entry says so, by its Unicode Path field, as UTF-8 where it is valid,
 * or as CP932. Backslashes are replaced after decoding, because 表 contains the byte 0x5C, a backslash, in CP932.
 * @returns undefined for a name in another encoding
 */
export function entryNameOf(entry: Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'extraFields'>) {
  const { fileNameRaw: raw, generalPurposeBitFlag: flag } = entry;
  const name =
    flag & IS_UTF8 ? decode('utf-8', raw) : (unicodePathOf(entry) ?? decode('utf-8', raw) ?? decodeCp932(raw));
  return name?.replaceAll('\\', '/');
}

function unicodePathOf({ fileNameRaw, extraFields }: Pick<Entry, 'fileNameRaw' | 'extraFields'>): string | undefined {
  const field = extraFields.find(({ id, data }) => id === UNICODE_PATH && data.length > UNICODE_PATH_HEADER)?.data;
  if (field?.[0] !== 1 || field.readUInt32LE(1) !== crc32(fileNameRaw)) return undefined;
  return decode('utf-8', field.subarray(UNICODE_PATH_HEADER));
}

/** The Encoding Standard's `shift_jis` is CP932. It maps unassigned bytes to C1 control characters. */
function decodeCp932(raw: Buffer): string | undefined {
  const name = decode('shift_jis', raw);
  return name !== undefined && /[\u0080-\u009f\ue000-\uf8ff]/.test(name) ? undefined : name;
}

function decode(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The bytes are in another encoding.
    return undefined;
  }
}
