import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fileError } from '@haru/contracts';
import type { Entry, ZipFile } from 'yauzl';

/** Unpacks one entry, at most to the size in its header, which was checked. @throws ServiceError ENTRY_DAMAGED */
export async function readEntry(zip: ZipFile, entry: Entry, path: string): Promise<Buffer> {
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    // Leaving the loop ends the stream.
    for await (const chunk of (await open(zip, entry)) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > entry.uncompressedSize) throw new Error('it is longer than its header says');
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    if (length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32)
      throw new Error('it is not what its header says');
    return bytes;
  } catch (error) {
    throw Object.assign(fileError('ENTRY_DAMAGED', path), { cause: error });
  }
}

function open(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error: Error | null, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });
}
