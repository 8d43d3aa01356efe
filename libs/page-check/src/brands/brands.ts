import { readFileSync } from 'node:fs';
import { getDomain } from 'tldts';
import { confusableSkeleton } from './fold.js';

/** Reads a table of brands or words, which is a JSON file of this library. */
export function readData<Data>(name: string): Data {
  return JSON.parse(readFileSync(new URL(`../${name}.json`, import.meta.url), 'utf8')) as Data;
}

/** A row has the name, the registrable domains with spaces between them, and other names. */
type BrandRow = readonly [name: string, domains: string, ...otherNames: string[]];

const FILES = ['japanese-finance', 'japanese-services', 'international', 'regional'];
const rows = FILES.flatMap((file) => readData<BrandRow[]>(`brands/${file}`));

interface TrieNode {
  next: Map<string, TrieNode>;
  brand?: string;
}

/** A skeleton names this brand between two indexes. */
interface BrandMatch {
  brand: string;
  from: number;
  to: number;
}

/** "The Chiba Bank" is the name of chibabank.co.jp. */
const BANK_DOMAIN = /(?<![\w.-])[a-z]{3,}bank(?=\.)/g;

const root: TrieNode = { next: new Map() };
for (const [name, domains, ...others] of rows) {
  for (const alias of [name, ...others, ...(domains.match(BANK_DOMAIN) ?? [])]) {
    let node = root;
    for (const character of confusableSkeleton(alias).replaceAll(' ', '')) {
      const next: TrieNode = node.next.get(character) ?? { next: new Map() };
      node.next.set(character, next);
      node = next;
    }
    node.brand ??= name;
  }
}

const isLatin = (character: string | undefined): boolean => character !== undefined && /[a-z\d]/.test(character);

/** Finds the longest names in a skeleton, from left to right. A Latin name must not be part of a longer word. */
export function brandsIn(skeleton: string): BrandMatch[] {
  const found: BrandMatch[] = [];
  for (let from = 0; from < skeleton.length;) {
    const match = longestAt(skeleton, from);
    if (match) found.push(match);
    from = match?.to ?? from + 1;
  }
  return found;
}

/** Whether a path looks like the name of a brand, and nothing else. */
export function isBrandName(path: string): boolean {
  const skeleton = confusableSkeleton(path.replaceAll('-', ''));
  const [match] = brandsIn(skeleton);
  return match?.from === 0 && match.to === skeleton.length;
}

function longestAt(skeleton: string, from: number): BrandMatch | undefined {
  if (isLatin(skeleton[from]) && isLatin(skeleton[from - 1])) return undefined;
  let longest: BrandMatch | undefined;
  let node: TrieNode | undefined = root;
  for (let at = from; at < skeleton.length; at++) {
    const character = skeleton.charAt(at);
    // Names are stored without spaces, and may be written with them.
    if (character === ' ' && at > from) continue;
    node = node.next.get(character);
    if (!node) break;
    if (node.brand !== undefined && !(isLatin(character) && isLatin(skeleton[at + 1]))) {
      longest = { brand: node.brand, from, to: at + 1 };
    }
  }
  return longest;
}

const byDomain = new Map(
  rows.flatMap(([name, domains]) => domains.split(' ').map((domain) => [domain, name] as const)),
);

/** Returns the lower-case host of an absolute address; undefined for one within the page's own site. */
export function hostOf(address: string): string | undefined {
  const host = /^\s*(?:https?:|wss?:)?[/\\]{2}(?:[^@/?#\s]{0,200}@)?([^/:?#\s\\]{1,253})/i.exec(
    address.slice(0, 600),
  )?.[1];
  return host?.toLowerCase();
}

/** Finds the brand that a host belongs to. It takes a microsecond. */
export function brandOfHost(host: string): string | undefined {
  return byDomain.get(host) ?? byDomain.get(getDomain(host) ?? '');
}
