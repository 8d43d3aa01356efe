import { describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { makeSigningKey } from '../../../test/signing-key.js';
import { parseSigningKeySet, type SigningKeySet } from '../../input/signing-key-set.js';
import { SigningKeys } from './signing-keys.js';

const keys: SigningKeySet = [makeSigningKey('new'), makeSigningKey('old')];

describe('parseSigningKeySet', () => {
  it('reads a private JWKS and leaves out what it does not need', () => {
    const json = JSON.stringify({ keys: keys.map((key) => ({ ...key, use: 'sig', key_ops: ['sign'] })) });
    expect(parseSigningKeySet(json)).toEqual({ ok: true, keys });
  });

  it.each([
    ['text', 'not json', /not JSON/],
    ['no keys', '{"keys":[]}', /keys/],
    ['no set', JSON.stringify(keys), /\(all\)/],
    ['a key without its private half', JSON.stringify({ keys: [{ ...keys[0], d: undefined }] }), /keys\.0\.d/],
    ['a key without a kid', JSON.stringify({ keys: [{ ...keys[0], kid: '' }] }), /keys\.0\.kid/],
    ['a symmetric key', JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'a' }] }), /keys\.0\.kty/],
    ['one kid twice', JSON.stringify({ keys: [keys[0], keys[0]] }), /twice/],
  ])('refuses %s', (_what, json, fault) => {
    expect(parseSigningKeySet(json)).toEqual({ ok: false, fault: expect.stringMatching(fault) });
  });

  it('never shows a private key in a fault', () => {
    const [key] = keys;
    const parsed = parseSigningKeySet(JSON.stringify({ keys: [{ ...key, crv: 'P-384' }] }));
    expect(JSON.stringify(parsed)).not.toContain(key.d);
  });
});

describe('SigningKeys', () => {
  it('signs with the first key, and what it signs verifies against what it publishes', async () => {
    const signingKeys = await SigningKeys.load(keys);
    const token = await signingKeys.sign({ sub: 'somebody', exp: 4_000_000_000 });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: 'new', typ: 'JWT' });
    const verified = await jwtVerify(token, createLocalJWKSet(signingKeys.published), { algorithms: ['ES256'] });
    expect(verified.payload).toEqual({ sub: 'somebody', exp: 4_000_000_000 });
  });

  it('publishes the public half of every key and nothing else', async () => {
    const { published } = await SigningKeys.load(keys);
    expect(published.keys.map((key) => key.kid)).toEqual(['new', 'old']);
    for (const key of published.keys) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']);
    }
  });

  it('does not start with halves that do not belong together', async () => {
    const mixed = { ...keys[0], x: keys[1]?.x ?? '', y: keys[1]?.y ?? '' };
    await expect(SigningKeys.load([mixed])).rejects.toThrow(/new is not a valid pair/);
  });
});
