import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 26 characters are 154 random bits. */
const RANDOM_LENGTH = 26;
/** Six characters hold a CRC-32, so that scanners for secrets find keys and almost nothing else. */
const CHECKSUM_LENGTH = 6;

const prefixes = { apiKey: 'haru_', editKey: 'haru_edit_' } as const;
export type KeyKind = keyof typeof prefixes;

const keyPattern = new RegExp(`^(haru_(?:edit_)?)([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** Makes `haru_…` or `haru_edit_…`: 26 random characters and their checksum. */
export function makeKey(kind: KeyKind): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return prefixes[kind] + random + checksumOf(prefixes[kind] + random);
}

/** @returns undefined for a text that is not a key and need not be looked up */
export function kindOfKey(text: string): KeyKind | undefined {
  const [, prefix = '', random = '', checksum = ''] = keyPattern.exec(text) ?? [];
  if (checksum === '' || checksumOf(prefix + random) !== checksum) return undefined;
  return prefix === prefixes.editKey ? 'editKey' : 'apiKey';
}

/** Tells keys from access tokens, also where the key is mistyped. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith(prefixes.apiKey);
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let length = 0; length < CHECKSUM_LENGTH; length++) {
    checksum = ALPHABET.charAt(rest % ALPHABET.length) + checksum;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return checksum;
}
