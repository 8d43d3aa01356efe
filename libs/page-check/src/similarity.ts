import { confusableSkeleton, INVISIBLE } from './brands/fold.js';

/** Increase it with every change of what is compared: the worker then renews the stored similarities. */
export const SIMILARITY_VERSION = 4;

/** More text adds little; this much takes about 0.7 ms. */
const MAX_CHARACTERS = 16_384;
/** It bounds a page with invisible characters between its letters. */
export const MAX_COMPARED = 65_536;
/** Short texts, such as those of a form alone, are alike on unrelated pages. */
export const MIN_CHARACTERS = 200;
const SHINGLE = 4;
const BYTES = 8;
/** Markdown marks up a text with them. Without them its source has nearly the same text as its page. */
const SIGNS = /[\0#*+=>[\]_\x60~-]+/g;
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
  const visible = texts.filter(({ isHidden }) => !isHidden);
  const hashes = [visible.length < texts.length ? simhashOf(visible) : undefined, simhashOf(texts)];
  return hashes.filter((hash) => hash !== undefined).join(' ') || undefined;
}

/**
 * Computes the simhash (Charikar 2002) of skeletons, in shingles of four characters. Texts that
 * differ in a few words differ in a few bits.
 */
function simhashOf(texts: readonly ReadText[]): string | undefined {
  const text = comparedText(texts);
  if (text.length < MIN_CHARACTERS) return undefined;
  // Counting the hashes with each value of each byte takes an eighth of the steps of counting bits.
  const counts = new Uint32Array(BYTES * 256);
  const shingles = text.length - SHINGLE + 1;
  for (let at = 0; at < shingles; at++) {
    let low = 0x811c9dc5;
    for (let offset = 0; offset < SHINGLE; offset++) {
      low = Math.imul(low ^ text.charCodeAt(at + offset), 0x01000193);
    }
    low = mixed(low);
    const high = mixed(low ^ 0x9e3779b9);
    for (let byte = 0; byte < BYTES; byte++) {
      const index = byte * 256 + (((byte < 4 ? low : high) >>> (byte * 8)) & 0xff);
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  const sums = new Uint32Array(BYTES * 8);
  for (let index = 0; index < counts.length; index++) {
    const count = counts[index] ?? 0;
    for (let bit = 0; bit < 8 && count > 0; bit++) {
      if ((index >> bit) & 1) sums[(index >> 8) * 8 + bit] = (sums[(index >> 8) * 8 + bit] ?? 0) + count;
    }
  }
  const simhash = sums.reduceRight((hash, sum) => hash * 2n + (2 * sum > shingles ? 1n : 0n), 0n);
  return simhash.toString(16).padStart(BYTES * 2, '0');
}

function comparedText(texts: readonly ReadText[]): string {
  const all = texts.map(({ text }) => text).join('');
  const compared = all.replaceAll(/\s+/g, '').replaceAll(SIGNS, '').slice(0, MAX_COMPARED);
  const seen = compared.replaceAll(INVISIBLE, '').slice(0, MAX_CHARACTERS);
  return confusableSkeleton(seen).slice(0, MAX_CHARACTERS);
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
