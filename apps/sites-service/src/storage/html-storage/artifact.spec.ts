import { describe, expect, it } from '@jest/globals';
import { DamagedArtifact, makeArtifact, packArtifact, unpackArtifact } from './artifact.js';

describe('a packed artifact', () => {
  it.each(['', 'x', '<h1>やあ</h1>'.repeat(1_000)])('gives back its three parts: %.20j', async (content) => {
    const artifact = await makeArtifact(Buffer.from(content));
    expect(unpackArtifact(packArtifact(artifact))).toEqual(artifact);
  });

  it('is refused when it is truncated, too long, or has any byte changed', async () => {
    const packed = packArtifact(await makeArtifact(Buffer.from('<p>x')));
    for (let length = 0; length < packed.length; length++) {
      expect(() => unpackArtifact(packed.subarray(0, length))).toThrow(DamagedArtifact);
    }
    expect(() => unpackArtifact(Buffer.concat([packed, Buffer.from('x')]))).toThrow(DamagedArtifact);
    for (let at = 0; at < packed.length; at++) {
      const damaged = Buffer.from(packed);
      damaged.writeUInt8(packed.readUInt8(at) ^ 1, at);
      expect(() => unpackArtifact(damaged)).toThrow(DamagedArtifact);
    }
  });
});
