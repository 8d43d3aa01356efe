import type { Artifact } from './html-storage.js';

/** Three lengths in bytes, unsigned, 32 bits each, big-endian. */
const HEADER_BYTES = 12;

/** An artifact as one file or object: the lengths of its parts, then identity, gzip and br. */
export function packArtifact({ identity, gzip, br }: Artifact): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(identity.length, 0);
  header.writeUInt32BE(gzip.length, 4);
  header.writeUInt32BE(br.length, 8);
  return Buffer.concat([header, identity, gzip, br]);
}

/** @returns parts that share the memory of `packed`; undefined when the lengths do not fit it */
export function unpackArtifact(packed: Buffer): Artifact | undefined {
  if (packed.length < HEADER_BYTES) return undefined;
  const gzipAt = HEADER_BYTES + packed.readUInt32BE(0);
  const brAt = gzipAt + packed.readUInt32BE(4);
  const end = brAt + packed.readUInt32BE(8);
  if (packed.length !== end) return undefined;
  return {
    identity: packed.subarray(HEADER_BYTES, gzipAt),
    gzip: packed.subarray(gzipAt, brAt),
    br: packed.subarray(brAt),
  };
}
