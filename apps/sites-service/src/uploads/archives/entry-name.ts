import { crc32 } from 'node:zlib';
import { entryNameOf } from '@haru/contracts';
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

type Named = Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'extraFields'>;

/** @returns undefined for a name in another encoding */
export function nameOfEntry(entry: Named): string | undefined {
  return entryNameOf({
    bytes: entry.fileNameRaw,
    isUtf8: (entry.generalPurposeBitFlag & IS_UTF8) !== 0,
    unicodePath: unicodePathOf(entry),
  });
}

function unicodePathOf({ fileNameRaw, extraFields }: Named): Buffer | undefined {
  const field = extraFields.find(({ id, data }) => id === UNICODE_PATH && data.length > UNICODE_PATH_HEADER)?.data;
  const isValid = field?.[0] === 1 && field.readUInt32LE(1) === crc32(fileNameRaw);
  return isValid ? field.subarray(UNICODE_PATH_HEADER) : undefined;
}
