import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { Artifact } from './html-storage.js';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const decompressGzip = promisify(gunzip);
const decompressBrotli = promisify(brotliDecompress);

// 1 MiB of markup with brotli 5: about 40 ms and 142 KB; with 9: 110 ms and 138 KB; with 11: 4 s and 119 KB.
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/**
 * The smallest window that covers the whole page, as an exponent of 2. A wider one finds no more repeats, and the tables
 * for the default window cost a page of 1 KB ten times the rest of its compression.
 */
function windowBitsFor(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  // A window holds 16 bytes less than its power of 2 (RFC 7932, 9.1).
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(bytes + 16))));
}

/** Compresses a page, off the event loop. */
export async function makeArtifact(identity: Buffer): Promise<Artifact> {
  const [gzipped, br] = await Promise.all([
    compressGzip(identity, { level: GZIP_LEVEL }),
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(identity.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
  ]);
  return { identity, gzip: gzipped, br };
}

/** Whether visitors get the same page in each encoding: the name of an artifact vouches for the plain one alone. */
export async function isOneContent({ identity, gzip: gzipped, br }: Artifact): Promise<boolean> {
  // One byte more than it may have, as no output at all may be the limit.
  const bound = { maxOutputLength: identity.length + 1 };
  try {
    const others = await Promise.all([decompressGzip(gzipped, bound), decompressBrotli(br, bound)]);
    return others.every((other) => other.equals(identity));
  } catch {
    // It is not compressed as it says, or longer.
    return false;
  }
}

/**
 * `<site id>/<SHA-256 of the bytes>.html`: another content is another name, so nothing is ever overwritten. The id says
 * whose it is; the artifact is kept under the hash alone.
 */
export function storagePathOf(siteId: string, bytes: Uint8Array): string {
  return `${siteId}/${hash('sha256', bytes)}.html`;
}

const storagePathPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/([0-9a-f]{64})\.html$/;

/** @returns the hash of the content that a storage path names; undefined when it is not a valid storage path. */
export function contentHashOf(storagePath: string): string | undefined {
  return storagePathPattern.exec(storagePath)?.[1];
}
