import { expect, it } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { makeSigningKey } from '../../../test/signing-key.js';
import { SigningKeys } from './signing-keys.js';

it('keeps tokens of the key before good, as long as that key is published', async () => {
  const [before, after] = [makeSigningKey('before'), makeSigningKey('after')];
  const old = await (await SigningKeys.load([before])).sign({ sub: 'somebody' });
  const rotated = await SigningKeys.load([after, before]);
  const fresh = await rotated.sign({ sub: 'somebody' });
  const published = createLocalJWKSet(rotated.published);
  for (const [token, kid] of [
    [old, 'before'],
    [fresh, 'after'],
  ] as const) {
    const { protectedHeader } = await jwtVerify(token, published, { algorithms: ['ES256'] });
    expect(protectedHeader.kid).toBe(kid);
  }
  const onlyAfter = createLocalJWKSet((await SigningKeys.load([after])).published);
  await expect(jwtVerify(old, onlyAfter)).rejects.toThrow('no applicable key found');
});
