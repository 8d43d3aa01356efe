import { plainText } from './brands/fold.js';

/** More text adds little; this much takes about a millisecond. */
const MAX_CHARACTERS = 16_384;
/** Short texts, such as those of a form alone, are alike on pages that have nothing to do with each other. */
export const MIN_CHARACTERS = 200;
const SHINGLE = 4;
const BITS = 64;
/** Of 64 bits. Those of unrelated texts differ in about 32. */
export const MAX_DISTANCE = 4;

/**
 * The simhash (Charikar 2002) of a page's visible text, of shingles of four characters without white space: equal but for a
 * few bits for texts that differ in a few words. @returns 16 hex digits; undefined for little text
 */
export function similarityOf(texts: Iterable<{ text: string }>): string | undefined {
  let joined = '';
  for (const { text } of texts) {
    joined += text;
    if (joined.length >= MAX_CHARACTERS) break;
  }
  const text = plainText(joined.slice(0, MAX_CHARACTERS)).replaceAll(/\s/g, '');
  if (text.length < MIN_CHARACTERS) return undefined;
  const counts = new Int32Array(BITS);
  for (let at = 0; at + SHINGLE <= text.length; at++) {
    let low = 0x811c9dc5;
    for (let offset = 0; offset < SHINGLE; offset++) {
      low = Math.imul(low ^ text.charCodeAt(at + offset), 0x01000193);
    }
    low = mixed(low);
    addBits(counts, 0, low);
    addBits(counts, 32, mixed(low ^ 0x9e3779b9));
  }
  return hexOf(counts, 32) + hexOf(counts, 0);
}

/** In how many bits two of them differ. */
export function distanceOf(one: string, other: string): number {
  let differing = 0;
  for (let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`); bits > 0n; bits &= bits - 1n) differing++;
  return differing;
}

/** The end of MurmurHash3: each bit of the input changes half of the output's. */
function mixed(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function addBits(counts: Int32Array, from: number, bits: number): void {
  for (let bit = 0; bit < 32; bit++) counts[from + bit] = (counts[from + bit] ?? 0) + ((bits >>> bit) & 1 ? 1 : -1);
}

function hexOf(counts: Int32Array, from: number): string {
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) if ((counts[from + bit] ?? 0) > 0) bits |= 1 << bit;
  return (bits >>> 0).toString(16).padStart(8, '0');
}
