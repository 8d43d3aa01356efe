import { generateKeyPairSync } from 'node:crypto';
import type { PrivateSigningKey } from '../src/input/signing-key-set.js';

/** Makes a private ES256 key as a JWK for one test. */
export function makeSigningKey(kid: string): PrivateSigningKey {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  if (x === undefined || y === undefined || d === undefined) throw new Error('An EC key has x, y and d');
  return { kty: 'EC', crv: 'P-256', x, y, d, kid };
}
