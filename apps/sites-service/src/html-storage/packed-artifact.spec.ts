import { describe, expect, it } from '@jest/globals';
import { makeArtifact } from './artifact.js';
import { packArtifact, unpackArtifact } from './packed-artifact.js';

describe('a packed artifact', () => {
  it.each(['', 'x', '<h1>やあ</h1>'.repeat(1_000)])('gives back its three parts: %.20j', async (content) => {
    const artifact = await makeArtifact(Buffer.from(content));
    expect(unpackArtifact(packArtifact(artifact))).toEqual(artifact);
  });

  it('is not taken for one when it is cut off anywhere, or longer than it says', async () => {
    const packed = packArtifact(await makeArtifact(Buffer.from('<p>x')));
    for (let length = 0; length < packed.length; length++) {
      expect(unpackArtifact(packed.subarray(0, length))).toBeUndefined();
    }
    expect(unpackArtifact(Buffer.concat([packed, Buffer.from('x')]))).toBeUndefined();
    expect(unpackArtifact(Buffer.from('<!doctype html><title>a page as it was stored once</title>'))).toBeUndefined();
  });
});
