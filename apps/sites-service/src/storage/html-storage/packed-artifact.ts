import { crc32 } from 'node:zlib';
import { type Artifact, DamagedArtifact } from './artifact.js';

/** The header has three lengths in bytes and the CRC-32 of the rest, each an unsigned 32-bit integer, big-endian. */
const HEADER_BYTES = 16;

export function packArtifact({ identity, gzip, br }: Artifact): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(identity.length, 0);
  header.writeUInt32BE(gzip.length, 4);
  header.writeUInt32BE(br.length, 8);
  header.writeUInt32BE(crc32(br, crc32(gzip, crc32(identity))), 12);
  return Buffer.concat([header, identity, gzip, br]);
}

/**
 * @returns parts that share the memory of `packed`
 * @throws DamagedArtifact for what `packArtifact` did not make
 */
export function unpackArtifact(packed: Buffer): Artifact {
  if (packed.length < HEADER_BYTES) throw new DamagedArtifact('it is too short');
  const gzipAt = HEADER_BYTES + packed.readUInt32BE(0);
  const brAt = gzipAt + packed.readUInt32BE(4);
  const end = brAt + packed.readUInt32BE(8);
  if (packed.length !== end) throw new DamagedArtifact(`it has ${packed.length} bytes, and should have ${end}`);
  if (crc32(packed.subarray(HEADER_BYTES)) !== packed.readUInt32BE(12))
    throw new DamagedArtifact('its checksum is wrong');
  return {
    identity: packed.subarray(HEADER_BYTES, gzipAt),
    gzip: packed.subarray(gzipAt, brAt),
    br: packed.subarray(brAt),
  };
}
