import type { JwksAnswer } from '@haru/contracts';
import { type CryptoKey, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { PrivateSigningKey, SigningKeySet } from '../../input/signing-key-set.js';

type PublicSigningKey = JwksAnswer['keys'][number];

/** Signs access tokens with the first key of the set; publishes the public halves of all of them. */
export class SigningKeys {
  private constructor(
    private readonly key: CryptoKey,
    private readonly kid: string,
    readonly published: JwksAnswer,
  ) {}

  /** @throws if a private key does not match its public key, so that signatures could not be verified. */
  static async load(keys: SigningKeySet): Promise<SigningKeys> {
    const privateKeys = await Promise.all(keys.map(importPair));
    const [first] = privateKeys;
    if (first === undefined) throw new Error('A key set has at least one key');
    return new SigningKeys(first, keys[0].kid, { keys: keys.map(publicHalf) });
  }

  /** Makes a compact JWS with `kid` in its header. Claims are signed as given: no date is added. */
  sign(claims: JWTPayload): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: this.kid, typ: 'JWT' }).sign(this.key);
  }
}

async function importPair(jwk: PrivateSigningKey): Promise<CryptoKey> {
  try {
    const [privateKey, publicKey] = await Promise.all([importEs256(jwk), importEs256(publicHalf(jwk))]);
    const probe = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    await jwtVerify(probe, publicKey, { algorithms: ['ES256'] });
    return privateKey;
  } catch (error) {
    throw new Error(`AUTH_SIGNING_KEYS: the key ${jwk.kid} is not a valid pair`, { cause: error });
  }
}

async function importEs256(jwk: PrivateSigningKey | PublicSigningKey): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new TypeError('An EC key is not symmetric');
  return key;
}

function publicHalf({ kty, crv, x, y, kid }: PrivateSigningKey): PublicSigningKey {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
}
