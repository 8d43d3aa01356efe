import { confusableSkeleton } from './brands/fold.js';

/** Increase it with every change of what is compared: the worker then renews the stored similarities. */
export const SIMILARITY_VERSION = 3;

/** More text adds little; this much takes about three milliseconds. */
const MAX_CHARACTERS = 16_384;
/** It bounds a page with invisible characters between its letters; this much takes about 15 ms. */
export const MAX_COMPARED = 65_536;
/** Short texts, such as those of a form alone, are alike on unrelated pages. */
export const MIN_CHARACTERS = 200;
const SHINGLE = 4;
/** A hash has 64 bits. */
const BYTES = 8;
/** At most this many of 64 bits differ. Those of unrelated texts differ in about 32. */
export const MAX_DISTANCE = 4;

/** It is a text of a page; the markup hides one with `isHidden`, though a script or a style can show it. */
interface ReadText {
  text: string;
  isHidden?: boolean | undefined;
}

/**
 * Hashes the visible text of a page and, where some is hidden, all its text. Thus neither hidden text nor a script that
 * shows it makes the page a different one.
 * @returns one or two of 16 hex digits; undefined for little text
 */
export function similarityOf(texts: readonly ReadText[]): string | undefined {
  const all = simhashOf(texts);
  const visible = texts.filter(({ isHidden }) => !isHidden);
  const hashes = [visible.length < texts.length ? simhashOf(visible) : undefined, all];
  return hashes.filter((hash) => hash !== undefined).join(' ') || undefined;
}

/**
 * Computes the simhash (Charikar 2002) of skeletons, in shingles of four characters without white space. Texts that
 * differ in a few words differ in a few bits.
 */
function simhashOf(texts: readonly ReadText[]): string | undefined {
  const text = comparedText(texts);
  if (text.length < MIN_CHARACTERS) return undefined;
  // It counts how often each byte of a hash has each value, an eighth of the work of counting its bits.
  const counts = new Uint16Array(BYTES * 256);
  for (let at = 0; at + SHINGLE <= text.length; at++) {
    let low = 0x811c9dc5;
    for (let offset = 0; offset < SHINGLE; offset++) {
      low = Math.imul(low ^ text.charCodeAt(at + offset), 0x01000193);
    }
    low = mixed(low);
    addBytes(counts, 0, low);
    addBytes(counts, 4, mixed(low ^ 0x9e3779b9));
  }
  let hash = '';
  for (let byte = BYTES - 1; byte >= 0; byte--) hash += hexOf(counts.subarray(byte * 256, (byte + 1) * 256));
  return hash;
}

function comparedText(texts: readonly ReadText[]): string {
  let [compared, left] = ['', MAX_COMPARED];
  for (const { text } of texts) {
    compared += confusableSkeleton(text.slice(0, left)).replaceAll(/\s/g, '');
    left -= text.length;
    if (left <= 0 || compared.length >= MAX_CHARACTERS) break;
  }
  return compared.slice(0, MAX_CHARACTERS);
}

/** Returns in how many bits the nearest hashes of two similarities differ. */
export function distanceOf(one: string, other: string): number {
  return Math.min(...one.split(' ').flatMap((hash) => other.split(' ').map((another) => differingBits(hash, another))));
}

function differingBits(one: string, other: string): number {
  let differing = 0;
  for (let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`); bits > 0n; bits &= bits - 1n) differing++;
  return differing;
}

/** Mixes like the end of MurmurHash3: each bit of the input changes half of the output's. */
function mixed(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function addBytes(counts: Uint16Array, from: number, hash: number): void {
  for (let byte = 0; byte < 4; byte++) {
    const at = (from + byte) * 256 + ((hash >>> (8 * byte)) & 0xff);
    counts[at] = (counts[at] ?? 0) + 1;
  }
}

/** Returns the bits that are set in more than half of the counted hashes. */
function hexOf(counts: Uint16Array): string {
  const balances = new Int32Array(8);
  for (let value = 0; value < 256; value++) {
    const count = counts[value] ?? 0;
    if (count === 0) continue;
    for (let bit = 0; bit < 8; bit++) balances[bit] = (balances[bit] ?? 0) + ((value >>> bit) & 1 ? count : -count);
  }
  const byte = balances.reduce((bits, balance, bit) => (balance > 0 ? bits | (1 << bit) : bits), 0);
  return byte.toString(16).padStart(2, '0');
}
