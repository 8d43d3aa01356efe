import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from '@jest/globals';
import { bytesOfBase58, isSignedByEthereum, isSignedBySolana } from './wallet-signature.js';

// The source is the documentation of web3.js, `eth.accounts.sign('Some data', '0x4c08…')`.
const known = {
  message: 'Some data',
  address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
  signature:
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
};

describe('isSignedByEthereum', () => {
  it('knows a signature that another program made', () => {
    expect(isSignedByEthereum(known.message, known.signature, known.address)).toBe(true);
  });

  it('takes a recovery byte of 0 or 1 too', () => {
    const signature = known.signature.replace(/1c$/, '01');
    expect(isSignedByEthereum(known.message, signature, known.address)).toBe(true);
  });

  it.each([
    ['another message', { ...known, message: 'Some date' }],
    ['another address', { ...known, address: `0x${'00'.repeat(20)}` }],
    ['another recovery byte', { ...known, signature: known.signature.replace(/1c$/, '1b') }],
    ['a recovery byte that is none', { ...known, signature: known.signature.replace(/1c$/, '1d') }],
    ['zeros', { ...known, signature: `0x${'00'.repeat(65)}` }],
    ['ones', { ...known, signature: `0x${'ff'.repeat(65)}` }],
    ['too short a one', { ...known, signature: known.signature.slice(0, -2) }],
  ])('refuses %s', (_what, { message, signature, address }) => {
    expect(isSignedByEthereum(message, signature, address)).toBe(false);
  });

  it('counts bytes, not characters, of the message', () => {
    const key = secp256k1.utils.randomSecretKey();
    const text = Buffer.from('貼る');
    const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]));
    const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
    const signature = `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`;
    const publicKey = secp256k1.getPublicKey(key, false);
    const address = `0x${Buffer.from(keccak_256(publicKey.subarray(1)).subarray(-20)).toString('hex')}`;
    expect(isSignedByEthereum('貼る', signature, address)).toBe(true);
  });
});

describe('isSignedBySolana', () => {
  const { secretKey, publicKey } = ed25519.keygen();
  const signature = Buffer.from(ed25519.sign(Buffer.from('貼る'), secretKey)).toString('base64url');
  const address = base58(publicKey);

  it('takes its own wallet’s signature only', () => {
    expect(bytesOfBase58(address)).toEqual(publicKey);
    expect(isSignedBySolana('貼る', signature, address)).toBe(true);
    expect(isSignedBySolana('貼る!', signature, address)).toBe(false);
    expect(isSignedBySolana('貼る', signature, base58(ed25519.keygen().publicKey))).toBe(false);
    expect(isSignedBySolana('貼る', 'A'.repeat(86), address)).toBe(false);
    expect(isSignedBySolana('貼る', signature, '1'.repeat(32))).toBe(false);
    expect(isSignedBySolana('貼る', signature, 'not base58')).toBe(false);
  });
});

it('reads base58', () => {
  // The source is the vectors of Bitcoin's tests.
  expect(Buffer.from(bytesOfBase58('2cFupjhnEsSn59qHXstmK2ffpLv2') ?? '').toString('hex')).toBe(
    '73696d706c792061206c6f6e6720737472696e67',
  );
  expect(bytesOfBase58('1111')).toEqual(new Uint8Array(4));
  expect(bytesOfBase58('0OIl')).toBeUndefined();
});

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let text = '';
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n) {
    text = (alphabet[Number(rest % 58n)] ?? '') + text;
  }
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}
