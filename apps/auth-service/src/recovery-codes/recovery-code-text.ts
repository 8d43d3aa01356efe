import { randomBytes } from 'node:crypto';

/** In Crockford's base 32 no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Ten characters are 50 bits; the hash is keyed, and wrong codes are counted. */
const LENGTH = 10;

/** A code is shown as `xxxxx-xxxxx`. */
export function makeRecoveryCode(): string {
  const text = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

/** Normalises a typed code before hashing: capitals, full-width forms, separators and mixed-up letters. */
export function plainRecoveryCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
}
