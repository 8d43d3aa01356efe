import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';

/** Checks Ethereum's `personal_sign`. @param signature 0x and 130 hex digits */
export function isSignedByEthereum(message: string, signature: string, address: string): boolean {
  if (!/^0x[0-9a-f]{130}$/i.test(signature) || !/^0x[0-9a-f]{40}$/i.test(address)) return false;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const last = bytes[64] ?? 0;
  // Most wallets write 27 and 28, some 0 and 1.
  const recovery = last >= 27 ? last - 27 : last;
  if (recovery > 1) return false;
  const text = Buffer.from(message);
  const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]));
  const key = recoverKey(bytes.subarray(0, 64), recovery, hash);
  if (key === undefined) return false;
  const signer = Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex');
  return signer === address.slice(2).toLowerCase();
}

/** Returns the uncompressed public key; undefined for numbers that are no signature. */
function recoverKey(compact: Uint8Array, recovery: number, hash: Uint8Array): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(Uint8Array.from(compact), 'compact').addRecoveryBit(recovery);
    return signature.recoverPublicKey(hash).toBytes(false);
  } catch {
    return undefined;
  }
}

/** @param signature 64 bytes in base64url @param address base58 */
export function isSignedBySolana(message: string, signature: string, address: string): boolean {
  const key = bytesOfBase58(address);
  if (key?.length !== 32 || !/^[A-Za-z0-9_-]{86}(==)?$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64url');
  try {
    return ed25519.verify(Uint8Array.from(bytes), Buffer.from(message), key, { zip215: false });
  } catch {
    // A key that is no point of the curve signs nothing.
    return false;
  }
}

/** Decodes base58 (Bitcoin's alphabet); undefined for other text or more than 64 characters. */
export function bytesOfBase58(text: string): Uint8Array | undefined {
  if (text.length > 64) return undefined;
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}
